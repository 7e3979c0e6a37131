package pullreview

import (
	"strconv"

	"github.com/varek/varek/predicates/value"
)

// document is the whole repository as the service would show it (/repo), and
// what is derived from it by comparing it with the start and with the state
// before (/derived): the slow reading. It counts over the reviews and shares
// nothing with the fast one but the reading of a state's bytes.
func document(before, s *state) (any, error) {
	begin := start(pageNone)
	base, now := repository(&begin), repository(s)
	prev := now
	if before != nil {
		prev = repository(before)
	}
	return map[string]any{"repo": now, "derived": derive(base, prev, now)}, nil
}

func num(n int) value.Number { return value.Number(strconv.Itoa(n)) }

func repository(s *state) map[string]any {
	pulls, issues := map[string]any{}, map[string]any{}
	for i := range s.count {
		key := strconv.Itoa(numberOf(i))
		if s.threads[i].state == issue {
			issues[key] = map[string]any{"state": "open", "author": actor}
			continue
		}
		pulls[key] = request(s, i)
	}
	for _, o := range oldIssues {
		issues[strconv.Itoa(o.number)] = map[string]any{"state": o.state(), "author": o.author}
	}
	heads := map[string]any{"main": commitNames[s.main]}
	for b, name := range branchNames {
		if !s.gone[b] {
			heads[name] = commitNames[b]
		}
	}
	stars, watchers := names(stargazers), []any{}
	if s.star {
		stars = append(stars, actor)
	}
	if s.watch {
		watchers = append(watchers, actor)
	}
	return map[string]any{"refs": map[string]any{"heads": heads}, "writers": names(writers), "readers": []any{}, "stars": stars, "watchers": watchers,
		"pull_requests": pulls, "issues": issues}
}

// request is one as the service keeps it, with its reviews in order: the
// actor's last one is the latest.
func request(s *state, i int) map[string]any {
	t := &s.threads[i]
	review := func(by, decision string) any { return map[string]any{"author": by, "decision": decision} }
	var reviews []any
	switch i {
	case 0:
		reviews = append(reviews, review("alicechen", "approve"))
	case 1:
		reviews = append(reviews, review("bmartinez", "request_changes"), review("alicechen", "approve"))
	}
	add := func(n uint8, kind uint8, decision string) {
		if t.latest == kind {
			n--
		}
		for range n {
			reviews = append(reviews, review(actor, decision))
		}
	}
	add(t.approves, approve, "approve")
	add(t.demands, changes, "request_changes")
	add(t.remarks, remark, "comment")
	if t.latest != none {
		reviews = append(reviews, review(actor, [...]string{"", "approve", "request_changes", "comment"}[t.latest]))
	}
	comments := make([]any, t.comments)
	for c := range comments {
		comments[c] = map[string]any{"author": actor, "body": commentBody}
	}
	var mergedBy any
	if t.state == merged {
		mergedBy = mergerOf(i)
	}
	return map[string]any{"number": num(numberOf(i)), "author": authorOf(i), "state": [...]string{"open", "closed", "merged"}[t.state], "draft": t.draft,
		"base": "main", "head": branchNames[t.head], "merged_by": mergedBy, "reviews": reviews, "comments": comments}
}
