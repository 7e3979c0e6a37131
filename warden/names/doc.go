// Package names is the session's resolver: it answers the agent's DNS queries
// in the place of the machine's name servers and remembers which address was
// handed out for which name, so that a policy can speak of api.example.com:443
// and a record can say which name an address stood for.
//
// Promise. A name is asked upstream only after it was decided on, and what is
// asked is rebuilt from the decided text, so that nothing else of the agent's
// packet leaves the machine. The view knows an address under a name only if an
// answer of the name servers led from the one to the other in this session, and
// forgets it when the answer's time is over, but not before Hold. Answers are
// taken only from the server that was asked, for the question that was asked,
// under a random number on a fresh port.
//
// Limits. The view is about addresses: behind one that two names share, both
// are reached. Only addresses (A, AAAA and the aliases on the way) enter the
// view; other types are passed on in observe mode and answered with no data in
// enforce mode. DNSSEC data is not passed on. The server listens on IPv4
// loopback; a client that compares the sender of an answer with the server in
// /etc/resolv.conf, port included, does not accept what it says.
package names
