// Package process knows the processes of one agent: which thread group a
// notified thread belongs to, when it started, which credentials it has, whose
// child it was and which call it belongs to.
//
// Promise: an entry found by thread id is about the thread that waits for an
// answer now, also when ids are reused, because each entry holds a pidfd and is
// dropped when that task is dead; what a process belongs to is fixed when the
// process is first seen, while its parent can still be asked. Limits: a process
// whose parent died before its own first notified call has no known parent;
// credentials are compared when a process is first seen and whenever it has
// called one of the set*id family, not otherwise.
package process
