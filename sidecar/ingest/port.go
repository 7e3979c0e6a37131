package ingest

import (
	"math/rand/v2"
	"net"
	"strconv"

	"github.com/nats-io/nats-server/v2/server"
)

// Ports that Linux does not give to outgoing connections by default. One from
// above could be taken while we are away, even by an adapter that tries to come
// back to it, and a restarted sidecar would not get it again.
const (
	lowPort  = 20000
	highPort = 32767
	portsTry = 64
)

// freePort looks for a port that is free now and stays ours over a restart;
// where there is none the system gives any.
func freePort() int {
	for range portsTry {
		port := lowPort + rand.IntN(highPort-lowPort+1)
		l, err := net.Listen("tcp", net.JoinHostPort("127.0.0.1", strconv.Itoa(port)))
		if err == nil && l.Close() == nil {
			return port
		}
	}
	return server.RANDOM_PORT
}
