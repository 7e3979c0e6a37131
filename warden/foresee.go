package warden

import "errors"

// Foresee says which floor a run of cfg would have on this machine, or, as
// Start would, why it does not start. Nothing is run. What Landlock would hold
// in detail is known only once a process is in the domain; ABI alone is filled
// in.
func Foresee(cfg Config) (Floor, error) {
	if cfg.Sink == nil {
		cfg.Sink = SinkFunc(func(Record) error { return nil })
	}
	if err := cfg.check(); err != nil {
		return Floor{}, err
	}
	s := &Supervisor{cfg: cfg, log: cfg.Log}
	p := &plan{}
	err := s.prepare(cfg, p, s.group)
	s.stopResolver()
	if p.tree != nil {
		err = errors.Join(err, p.tree.Close())
	}
	if err != nil {
		return Floor{}, err
	}
	return s.floor, nil
}
