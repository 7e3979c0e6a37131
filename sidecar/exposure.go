package sidecar

import (
	"fmt"
	"time"

	"github.com/varek/varek/tracestore/trace"
)

// DefaultExposure is how old an acknowledged record may become without a
// commitment before calls are paused, where they are to be paused at all.
const DefaultExposure = 10 * time.Minute

// Exposure says why calls should wait: the oldest record of the session that no
// commitment on chain covers is older than limit. "" where it is not. It is
// made for Config.Paused; calls that have started go on and end, so that what
// is exposed stays bounded while the chain stays away.
func (c *Checkpointer) Exposure(id trace.Hash, limit time.Duration) (why string) {
	st, ok := c.Status(id)
	if !ok || st.Exposed == 0 || st.Since <= limit {
		return ""
	}
	why = fmt.Sprintf("%d records are not committed on chain, the oldest for %v (limit %v); no further call begins until they are",
		st.Exposed, st.Since.Round(time.Second), limit)
	if st.Err != nil {
		why += fmt.Sprintf(": %v", st.Err)
	}
	return why
}
