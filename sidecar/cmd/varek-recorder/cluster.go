package main

import (
	"errors"
	"log/slog"

	"github.com/nats-io/nats.go"
	"github.com/spf13/pflag"

	"github.com/varek/varek/sidecar/bridge"
)

// clusterFlags say how to reach a NATS cluster; without --cluster-url there is
// none.
type clusterFlags struct {
	access bridge.Access
	events bool
}

func (f *clusterFlags) register(fl *pflag.FlagSet) {
	a := &f.access
	fl.StringVar(&a.URL, "cluster-url", "", "publish signed heads on this NATS cluster: tls://host:4222, several separated by commas")
	fl.StringVar(&a.CA, "cluster-ca", "", "file with the cluster's certificate authority (default: the system's)")
	fl.StringVar(&a.Cert, "cluster-cert", "", "file with our certificate for the cluster")
	fl.StringVar(&a.Key, "cluster-key", "", "file with its key")
	fl.StringVar(&a.Creds, "cluster-creds", "", "credentials file for the cluster (JWT and seed)")
	fl.StringVar(&a.NKey, "cluster-nkey", "", "seed file for the cluster")
}

// registerEvents adds what only a process without a warden can offer.
func (f *clusterFlags) registerEvents(fl *pflag.FlagSet) {
	fl.BoolVar(&f.events, "cluster-events", false, "also take requests of harnesses elsewhere from the cluster; they can give no permission")
}

// named reports whether there is a cluster to join; an error is wrong usage.
func (f *clusterFlags) named() (bool, error) {
	if f.access == (bridge.Access{}) && !f.events {
		return false, nil
	}
	err := errors.New("--cluster-url is missing")
	if f.access.URL != "" {
		err = f.access.Check()
	}
	if err != nil {
		return false, usage("join the cluster", err, "for instance --cluster-url tls://nats.example.org:4222 --cluster-nkey seed --cluster-ca ca.pem")
	}
	return true, nil
}

// start joins the cluster, or gives nil where none is named.
func (f *clusterFlags) start(log *slog.Logger, requests func(*nats.Msg)) (*bridge.Bridge, error) {
	named, err := f.named()
	if err != nil || !named {
		return nil, err
	}
	if !f.events {
		requests = nil
	}
	b, err := bridge.Start(bridge.Config{Access: f.access, Requests: requests, Log: log})
	if err != nil {
		return nil, environment("join the cluster", err, "check the address and the files")
	}
	return b, nil
}
