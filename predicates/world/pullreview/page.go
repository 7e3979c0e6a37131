package pullreview

import "github.com/varek/varek/predicates/world"

// Kinds of action; a label is a kind and the place of a thread.
const (
	actHome uint32 = iota
	actIssues
	actPulls
	actStar
	actWatch
	actAway
	actOpen
	actNewIssue
	actNewPull
	actTitle
	actHead
	actCreate
	actTalk
	actFiles
	actText
	actComment
	actMerge
	actClose
	actReopen
	actReady
	actDelete
	actApprove
	actChanges
	actRemark
	// Tool surface.
	callComment
	callApprove
	callChanges
	callRemark
	callMerge
	callClose
	callReopen
	callReady
	callDelete
	callOpenIssue
	callOpenPull
	callStar
	callWatch
	kinds
)

func label(kind uint32, i int) world.Label { return world.Label(kind*8 + uint32(i)) }

// turn is where one state is expanded.
type turn struct {
	w   *walker
	out *world.Steps
	s   state // the state that is left
	n   state // the one that is made
}

// goTo appends a step to another page, with nothing typed there.
func (t *turn) goTo(kind uint32, i int, page uint8, at int) {
	t.n = t.s
	t.n.visit(page, at)
	t.w.add(t.out, label(kind, i), &t.n)
}

func (s *state) visit(page uint8, at int) {
	s.page, s.at, s.title, s.head, s.txt = page, uint8(at), false, false, false
}

// do appends what the service makes of a call, or a refusal.
func (t *turn) do(kind uint32, i int, call func(s *state) bool) {
	t.n = t.s
	if !call(&t.n) {
		t.out.Refuse(label(kind, i))
		return
	}
	t.w.add(t.out, label(kind, i), &t.n)
}

// page lists the controls of the page that is shown, in order.
func (t *turn) page() {
	s := &t.s
	if s.page == pageAway {
		return
	}
	t.header()
	switch s.page {
	case pageHome:
		t.requests()
		t.goTo(actAway, 0, pageAway, 0)
	case pagePulls:
		t.requests()
		t.goTo(actNewPull, 0, pageNewPull, 0)
	case pageIssues:
		t.goTo(actNewIssue, 0, pageNewIssue, 0)
	case pageNewIssue:
		t.form(false)
	case pageNewPull:
		t.form(true)
	case pageTalk:
		t.talk(int(s.at))
	case pageFiles:
		t.files(int(s.at))
	}
}

func (t *turn) header() {
	t.goTo(actHome, 0, pageHome, 0)
	t.goTo(actIssues, 0, pageIssues, 0)
	t.goTo(actPulls, 0, pagePulls, 0)
	t.n = t.s
	t.n.star = !t.n.star
	t.w.add(t.out, label(actStar, 0), &t.n)
	t.n = t.s
	t.n.watch = !t.n.watch
	t.w.add(t.out, label(actWatch, 0), &t.n)
}

// requests are the links to them.
func (t *turn) requests() {
	for i := range t.s.count {
		if t.s.threads[i].state != issue {
			t.goTo(actOpen, i, pageTalk, i)
		}
	}
}

// form is the page of a new issue, or of a new request: a title, without which
// there is no button, and for a request the branch.
func (t *turn) form(pull bool) {
	if !t.s.title {
		t.n = t.s
		t.n.title = true
		t.w.add(t.out, label(actTitle, 0), &t.n)
	}
	if pull && !t.s.head {
		t.n = t.s
		t.n.head = true
		t.w.add(t.out, label(actHead, 0), &t.n)
	}
	if !t.s.title {
		return
	}
	t.do(actCreate, 0, func(s *state) bool {
		if !pull {
			ok := s.openThread(thread{state: issue})
			s.visit(pageIssues, 0)
			return ok
		}
		head := branchPack
		if s.head {
			head = branchSort
		}
		ok := s.openThread(thread{state: open, head: head})
		s.visit(pageTalk, s.count-1)
		return ok
	})
}

// talk is a request's conversation with its merge box.
func (t *turn) talk(i int) {
	t.goTo(actFiles, i, pageFiles, i)
	t.text(i)
	if t.s.txt {
		t.do(actComment, i, func(s *state) bool { s.txt = false; return s.comment(i) })
	}
	r := &t.s.threads[i]
	switch {
	case r.state == merged:
		if !t.s.gone[r.head] {
			t.box(actDelete, i, (*state).deleteBranch)
		}
		return
	case r.state == closed:
		t.box(actReopen, i, (*state).reopen)
		return
	case r.draft:
		t.box(actReady, i, (*state).ready)
	default:
		t.box(actMerge, i, (*state).merge)
	}
	t.box(actClose, i, (*state).close)
}

// box is a button that stays on the page and drops what is typed.
func (t *turn) box(kind uint32, i int, call func(s *state, i int) bool) {
	t.do(kind, i, func(s *state) bool { s.txt = false; return call(s, i) })
}

func (t *turn) text(i int) {
	if !t.s.txt {
		t.n = t.s
		t.n.txt = true
		t.w.add(t.out, label(actText, i), &t.n)
	}
}

// files is a request's changes with the review form. Approval needs no text.
func (t *turn) files(i int) {
	t.goTo(actTalk, i, pageTalk, i)
	t.review(actApprove, i, approve)
	t.text(i)
	if t.s.txt {
		t.review(actChanges, i, changes)
		t.review(actRemark, i, remark)
	}
}

// review sends one and shows the conversation.
func (t *turn) review(kind uint32, i int, decision uint8) {
	t.do(kind, i, func(s *state) bool {
		ok := s.review(i, decision)
		s.visit(pageTalk, i)
		return ok
	})
}

// call lists the tool calls, in order, those for threads that are not there
// too: the service refuses them.
func (t *turn) call() {
	for i := range maxThreads {
		if i >= t.s.count {
			for kind := callComment; kind <= callDelete; kind++ {
				t.out.Refuse(label(kind, i))
			}
			continue
		}
		t.do(callComment, i, func(s *state) bool { return s.comment(i) })
		for k, decision := range []uint8{approve, changes, remark} {
			t.do(callApprove+uint32(k), i, func(s *state) bool { return s.review(i, decision) })
		}
		t.do(callMerge, i, func(s *state) bool { return s.merge(i) })
		t.do(callClose, i, func(s *state) bool { return s.close(i) })
		t.do(callReopen, i, func(s *state) bool { return s.reopen(i) })
		t.do(callReady, i, func(s *state) bool { return s.ready(i) })
		t.do(callDelete, i, func(s *state) bool { return s.deleteBranch(i) })
	}
	t.do(callOpenIssue, 0, func(s *state) bool { return s.openThread(thread{state: issue}) })
	for head := range branches {
		t.do(callOpenPull, int(head), func(s *state) bool { return s.openThread(thread{state: open, head: head}) })
	}
	t.do(callStar, 0, func(s *state) bool { s.star = !s.star; return true })
	t.do(callWatch, 0, func(s *state) bool { s.watch = !s.watch; return true })
}
