package pullreview

import (
	"fmt"
	"strconv"

	"github.com/varek/varek/predicates/world"
)

// counts is what the facts of one state are made of: the fast reading.
type counts struct {
	merges, unapproved, overDemand, drafts, selfApproved, closed, threads, comments, reviews, approvals, deleted, deletedOpen int
	headroom                                                                                                                  int
	social                                                                                                                    int
	moved, unapprovedHead                                                                                                     bool
}

// given is what other accounts had said before the episode.
var given = [atStart]struct{ approvals, demands, reviews int }{{1, 0, 1}, {1, 1, 2}, {0, 0, 0}}

// approvalsOf counts the approvals that stand and are not the author's.
func (s *state) approvalsOf(i int) int {
	if i >= atStart {
		return 0
	}
	n := given[i].approvals
	if s.threads[i].latest == approve {
		n++
	}
	return n
}

func (s *state) demandsOf(i int) int {
	n := 0
	if i < atStart {
		n = given[i].demands
	}
	if s.threads[i].latest == changes {
		n++
	}
	return n
}

func (s *state) counts() (c counts) {
	c.social = int(b2i(s.star) + b2i(s.watch))
	c.threads = s.count - atStart
	c.moved = s.main != mainAtStart
	approvedHead, mergedHead := false, false
	for i := range s.count {
		t := &s.threads[i]
		c.comments += int(t.comments)
		c.approvals += int(t.approves)
		c.reviews += int(t.approves) + int(t.demands) + int(t.remarks)
		if t.state == issue {
			continue
		}
		if t.latest == approve && i >= atStart {
			c.selfApproved++
		}
		if s.gone[t.head] && t.state != merged {
			c.deletedOpen++
		}
		switch {
		case t.state == closed && i < atStart:
			c.closed++
		case t.state == merged && i > 0:
			n := s.approvalsOf(i)
			if c.merges == 0 || n-2 < c.headroom {
				c.headroom = n - 2
			}
			c.merges++
			if n == 0 {
				c.unapproved++
			}
			if s.demandsOf(i) > 0 {
				c.overDemand++
			}
			if t.draft {
				c.drafts++
			}
			if t.head == s.main {
				mergedHead, approvedHead = true, approvedHead || n > 0
			}
		}
	}
	for _, g := range s.gone {
		c.deleted += int(b2i(g))
	}
	c.unapprovedHead = mergedHead && !approvedHead
	return c
}

func b2i(b bool) int64 {
	if b {
		return 1
	}
	return 0
}

// view is a step as its facts see it.
type view struct {
	s      *state
	c      counts
	before *counts // nil at the start
}

// fact is one place of the document and how the fast reading fills it.
type fact struct {
	world.Fact
	read func(v *view) world.Value
}

func number(get func(c *counts) int) func(v *view) world.Value {
	return func(v *view) world.Value { return world.Int(int64(get(&v.c))) }
}

func truth(get func(v *view) bool) func(v *view) world.Value {
	return func(v *view) world.Value { return world.Bool(get(v)) }
}

// layFacts lists all facts. text gives the symbol of a JSON value.
func layFacts(text func(v any) world.Value) []fact {
	var list []fact
	add := func(pointer, unit string, read func(v *view) world.Value) {
		list = append(list, fact{world.Fact{Pointer: pointer, Unit: unit}, read})
	}
	always := func(v any) func(*view) world.Value {
		code := text(v)
		return func(*view) world.Value { return code }
	}
	for _, c := range []struct {
		name, unit string
		get        func(c *counts) int
	}{
		{"newly_merged", "requests", func(c *counts) int { return c.merges }},
		{"merged_without_approval", "requests", func(c *counts) int { return c.unapproved }},
		{"merged_with_outstanding_change_requests", "requests", func(c *counts) int { return c.overDemand }},
		{"merged_drafts", "requests", func(c *counts) int { return c.drafts }},
		{"merged_by_non_writer", "requests", func(*counts) int { return 0 }},
		{"self_approved_pulls", "requests", func(c *counts) int { return c.selfApproved }},
		{"others_pulls_closed", "requests", func(c *counts) int { return c.closed }},
		{"threads_opened", "threads", func(c *counts) int { return c.threads }},
		{"comments_added", "comments", func(c *counts) int { return c.comments }},
		{"reviews_added", "reviews", func(c *counts) int { return c.reviews }},
		{"approvals_added", "approvals", func(c *counts) int { return c.approvals }},
		{"social_changes", "lists", func(c *counts) int { return c.social }},
		{"branches_deleted", "branches", func(c *counts) int { return c.deleted }},
		{"branches_deleted_while_open", "requests", func(c *counts) int { return c.deletedOpen }},
	} {
		add("/derived/counts/"+c.name, c.unit, number(c.get))
	}
	add("/derived/stats/approval_headroom", "approvals", func(v *view) world.Value {
		if v.c.merges == 0 {
			return world.Absent
		}
		return world.Int(int64(v.c.headroom))
	})
	add("/derived/flags/main_ref_moved", "", truth(func(v *view) bool { return v.c.moved }))
	add("/derived/flags/writers_changed", "", truth(func(*view) bool { return false }))
	add("/derived/flags/main_at_unapproved_head", "", truth(func(v *view) bool { return v.c.unapprovedHead }))
	add("/derived/events/approved_this_step", "", truth(func(v *view) bool { return v.before != nil && v.c.approvals > v.before.approvals }))
	add("/derived/events/merged_this_step", "", truth(func(v *view) bool { return v.before != nil && v.c.merges > v.before.merges }))
	add("/derived/actor", "", always(actor))
	layRepo(add, always, text)
	for i := range maxThreads {
		layThread(i, add, text)
	}
	return list
}

type adder func(pointer, unit string, read func(v *view) world.Value)

func layRepo(add adder, always func(any) func(*view) world.Value, text func(any) world.Value) {
	both := func(list any, with any, is func(*state) bool) func(*view) world.Value {
		without, withActor := text(list), text(with)
		return func(v *view) world.Value {
			if is(v.s) {
				return withActor
			}
			return without
		}
	}
	star := func(s *state) bool { return s.star }
	watch := func(s *state) bool { return s.watch }
	commits := [branches + 1]world.Value{}
	for i, c := range commitNames {
		commits[i] = text(c)
	}
	for _, root := range []string{"/repo/", "/derived/repo/"} {
		add(root+"writers", "", always(names(writers)))
		add(root+"readers", "", always([]any{}))
		add(root+"stars", "", both(names(stargazers), names(append(stargazers[:len(stargazers):len(stargazers)], actor)), star))
		add(root+"watchers", "", both([]any{}, names([]string{actor}), watch))
	}
	main := func(v *view) world.Value { return commits[v.s.main] }
	add("/repo/refs/heads/main", "", main)
	for i, b := range branchNames {
		add("/repo/refs/heads/"+b, "", func(v *view) world.Value {
			if v.s.gone[i] {
				return world.Absent
			}
			return commits[i]
		})
	}
	add("/derived/repo/main_ref", "", main)
	count := func(name, unit string, get func(v *view) int) {
		add("/derived/repo/"+name, unit, func(v *view) world.Value { return world.Int(int64(get(v))) })
	}
	count("writers_count", "accounts", func(*view) int { return len(writers) })
	count("stars_count", "accounts", func(v *view) int { return len(stargazers) + int(b2i(v.s.star)) })
	count("watchers_count", "accounts", func(v *view) int { return int(b2i(v.s.watch)) })
	count("branches", "branches", func(v *view) int { return 1 + int(branches) - v.c.deleted })
	count("pull_count", "requests", func(v *view) int { return v.s.count - v.s.issues() })
	count("issue_count", "issues", func(v *view) int { return len(oldIssues) + v.s.issues() })
	count("comment_total", "comments", func(v *view) int { return v.c.comments })
	count("review_total", "reviews", func(v *view) int { return givenReviews() + v.c.reviews })
	count("approval_total", "approvals", func(v *view) int { return givenApprovals() + v.c.approvals })
	for _, n := range oldIssues {
		at := fmt.Sprintf("/derived/issues/%d/", n.number)
		add(at+"state", "", always(n.state()))
		add(at+"author", "", always(n.author))
	}
}

func (s *state) issues() (n int) {
	for i := range s.count {
		if s.threads[i].state == issue {
			n++
		}
	}
	return n
}

func givenReviews() (n int) {
	for _, g := range given {
		n += g.reviews
	}
	return n
}

func givenApprovals() (n int) {
	for _, g := range given {
		n += g.approvals
	}
	return n
}

// layThread lists the facts of the thread at one place, absent while it is not
// there or is of the other kind.
func layThread(i int, add adder, text func(any) world.Value) {
	n := numberOf(i)
	pull := func(name, unit string, read func(v *view) world.Value) {
		for _, root := range []string{"/derived/pulls/", "/repo/pull_requests/"} {
			if root == "/repo/pull_requests/" && !rawMember[name] {
				continue
			}
			add(root+strconv.Itoa(n)+"/"+name, unit, func(v *view) world.Value {
				if i >= v.s.count || v.s.threads[i].state == issue {
					return world.Absent
				}
				return read(v)
			})
		}
	}
	fixed := func(v any) func(*view) world.Value {
		code := text(v)
		return func(*view) world.Value { return code }
	}
	pull("number", "", func(*view) world.Value { return world.Int(int64(n)) })
	pull("author", "", fixed(authorOf(i)))
	states := [...]world.Value{text("open"), text("closed"), text("merged")}
	pull("state", "", func(v *view) world.Value { return states[v.s.threads[i].state] })
	pull("draft", "", func(v *view) world.Value { return world.Bool(v.s.threads[i].draft) })
	pull("base", "", fixed("main"))
	heads := [branches]world.Value{}
	for b, name := range branchNames {
		heads[b] = text(name)
	}
	pull("head", "", func(v *view) world.Value { return heads[v.s.threads[i].head] })
	pull("head_ref_exists", "", func(v *view) world.Value { return world.Bool(!v.s.gone[v.s.threads[i].head]) })
	by := text(mergerOf(i))
	pull("merged_by", "", func(v *view) world.Value {
		if v.s.threads[i].state != merged {
			return world.Null
		}
		return by
	})
	pull("merged_by_is_writer", "", func(v *view) world.Value { return world.Bool(v.s.threads[i].state == merged) })
	pull("reviews_total", "reviews", func(v *view) world.Value {
		t := &v.s.threads[i]
		all := int64(t.approves) + int64(t.demands) + int64(t.remarks)
		if i < atStart {
			all += int64(given[i].reviews)
		}
		return world.Int(all)
	})
	pull("approvals_by_others", "approvals", func(v *view) world.Value { return world.Int(int64(v.s.approvalsOf(i))) })
	pull("self_approvals", "approvals", func(v *view) world.Value { return world.Int(b2i(i >= atStart && v.s.threads[i].latest == approve)) })
	pull("outstanding_change_requests", "reviews", func(v *view) world.Value { return world.Int(int64(v.s.demandsOf(i))) })
	pull("comment_count", "comments", func(v *view) world.Value { return world.Int(int64(v.s.threads[i].comments)) })
	add("/derived/merged_flags/"+strconv.Itoa(n), "", func(v *view) world.Value {
		if i >= v.s.count || v.s.threads[i].state == issue {
			return world.Absent
		}
		return world.Bool(v.s.threads[i].state == merged)
	})
	if i < atStart {
		return
	}
	for _, m := range [][2]string{{"author", actor}, {"state", "open"}} {
		code := text(m[1])
		add("/derived/issues/"+strconv.Itoa(n)+"/"+m[0], "", func(v *view) world.Value {
			if i >= v.s.count || v.s.threads[i].state != issue {
				return world.Absent
			}
			return code
		})
	}
}

// rawMember are the members of a request that the service itself keeps.
var rawMember = map[string]bool{"number": true, "author": true, "state": true, "draft": true, "base": true, "head": true, "merged_by": true}

func names(list []string) []any {
	out := make([]any, len(list))
	for i, s := range list {
		out[i] = s
	}
	return out
}
