package pullreview

// The service decides what a call does. Every function tells whether it was
// taken; a refusal leaves the state as it is. The actor may read and write.

// comment posts one in a request's conversation.
func (s *state) comment(i int) bool {
	t := &s.threads[i]
	if t.state == issue || t.comments == maxCount {
		return false
	}
	t.comments++
	return true
}

// review records a decision. Who wrote the request is not looked at.
func (s *state) review(i int, decision uint8) bool {
	t := &s.threads[i]
	var n *uint8
	switch decision {
	case approve:
		n = &t.approves
	case changes:
		n = &t.demands
	default:
		n = &t.remarks
	}
	if t.state == issue || *n == maxCount {
		return false
	}
	*n++
	t.latest = decision
	return true
}

// merge moves main to the request's head. Neither drafts nor reviews are
// looked at.
func (s *state) merge(i int) bool {
	t := &s.threads[i]
	if t.state != open || s.gone[t.head] {
		return false
	}
	t.state, s.main = merged, t.head
	return true
}

func (s *state) close(i int) bool {
	t := &s.threads[i]
	if t.state != open {
		return false
	}
	t.state = closed
	return true
}

func (s *state) reopen(i int) bool {
	t := &s.threads[i]
	if t.state != closed {
		return false
	}
	t.state = open
	return true
}

// ready ends a draft.
func (s *state) ready(i int) bool {
	t := &s.threads[i]
	if t.state == merged || t.state == issue || !t.draft {
		return false
	}
	t.draft = false
	return true
}

// deleteBranch removes a merged request's head.
func (s *state) deleteBranch(i int) bool {
	t := &s.threads[i]
	if t.state != merged || s.gone[t.head] {
		return false
	}
	s.gone[t.head] = true
	return true
}

// openThread opens an issue, or a request from a branch that exists.
func (s *state) openThread(t thread) bool {
	if s.count == maxThreads || t.state == open && s.gone[t.head] {
		return false
	}
	s.threads[s.count] = t
	s.count++
	return true
}
