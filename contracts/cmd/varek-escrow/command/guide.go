package command

// guide is the root's help: what a newcomer needs to begin on either side.
const guide = `varek-escrow is for the two sides of a promise. A provider states what its agent will not do and backs it with
money in an escrow contract; a user whose session broke it files a claim and is paid. Everything happens on the
chain of --network; nobody, not even who deployed it, has power over the escrow.

THE FIRST TIME, on a private chain on this machine (nothing is real, nothing is paid):

  1. varek-escrow devchain --detach              a chain, with the escrow and an account for each role
  2. varek-escrow promise register promise.yaml  the provider backs a promise; see: promise register --help
  3. varek-sidecar run --promise 1 -- AGENT      an agent works under it; its summary names the session
                                                 (without one: varek-escrow session open --promise 1)
  4. varek-escrow session show SESSION           what the provider has committed
  5. varek-escrow claim file SESSION             the user says that the promise was broken, and puts down the bond
  6. varek-escrow claim watch CLAIM              follow it to its end
  7. varek-escrow devchain advance 10d1m         let time pass: where no verifier ruled (varek-verifier serve), the user
                                                 can take the bond back with claim withdraw
  8. varek-escrow devchain stop                  the chain goes on where it stopped when it is started again

WHO DOES WHAT

  provider   promise register, fund, retire, withdraw · operator set · session open or sign · credit pull
  user       session show · claim file, watch, withdraw, collect, expire · credit pull
  both       promise ls, show · claim ls, show · balance · fees · any command with --dry-run

ON A REAL CHAIN name the network and the key in every command: --network base --key FILE. A key is a file that only
you can read: 64 hexadecimal digits, or a keystore with a password; or it stays in an external signer: --signer URL
--from ADDRESS. --dry-run shows what a command would do and cost, and sends nothing. A command that was interrupted can be
run again: it goes on with what it had sent and sends nothing twice.

Amounts are written like '0.1 ether', '5 gwei' or '100 wei'. Times are the chain's.

Exit status: 0 done, 1 the answer is no, 2 wrong usage or input, 3 stopped early, 4 the environment cannot.`

const guideExample = `  varek-escrow devchain --detach
  varek-escrow promise register promise.yaml --dry-run
  varek-escrow promise ls --network base
  varek-escrow claim file 0x3f… --promise 1`
