//go:build !amd64

package warden

import "github.com/varek/varek/warden/internal/unotify"

func withLegacy(h map[int32]handler) map[int32]handler { return h }

func legacyOpen(*unotify.Notification, *opening) (at uint64, ok bool) { return 0, false }

func modern(n *unotify.Notification) (nr int32, a [6]uint64) { return n.NR, n.Args }

func oldTimes(*unotify.Notification) (dirfd int32, name, times uint64, seconds, ok bool) {
	return 0, 0, 0, false, false
}
