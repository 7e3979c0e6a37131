// Package attack runs small hostile programs under the built varek-sidecar and
// judges by what they reached: the content of files, marks left by forbidden
// programs, processes that live. No test here looks at a log to learn whether an
// attack was stopped.
//
// Purpose: every class of bypass that a supervisor by user notification is known
// for, and others of their kind, as real attempts. Promise: each attack is also
// run without varek where that is safe, and must succeed there, so that an
// attack which cannot work proves nothing; races run 2,000 tries times
// VAREK_SCALE (those that start programs a quarter, until that is 20,000); -attacks NAME runs one alone. Limits: the programs are C and built by the test (gcc); the
// commands come from VAREK_BIN; classes about the network are tested elsewhere.
package attack
