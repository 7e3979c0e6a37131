// Package archtest holds the house rules of the project as tests.
//
// Purpose: who may import whom, what a package must say about itself, and
// which words and paths have no place in the tree are decided once, each with
// its reason, and checked on every run. Promise: a forbidden import or a
// package without a doc comment fails the build with the rule's reason beside
// it. Limits: the rules see what `go list` sees on Linux with cgo; they judge
// imports and comments, not behaviour.
package archtest
