package pullreview

import (
	"slices"

	"github.com/varek/varek/predicates/value"
)

// repo reads a repository's document.
type repo map[string]any

func (r repo) pulls() map[string]any { return r["pull_requests"].(map[string]any) }
func (r repo) heads() map[string]any { return r["refs"].(map[string]any)["heads"].(map[string]any) }

// judged is what the reviews of one request say: the latest of each reviewer.
type judged struct{ total, approvalsByOthers, selfApprovals, demands, allApprovals int }

func reviewsOf(pull map[string]any) (j judged) {
	latest := map[string]string{}
	for _, r := range pull["reviews"].([]any) {
		review := r.(map[string]any)
		j.total++
		latest[review["author"].(string)] = review["decision"].(string)
		if review["decision"] == "approve" {
			j.allApprovals++
		}
	}
	for by, decision := range latest {
		switch {
		case decision == "request_changes":
			j.demands++
		case decision == "approve" && by == pull["author"]:
			j.selfApprovals++
		case decision == "approve":
			j.approvalsByOthers++
		}
	}
	return j
}

// totals counts over a whole repository.
func totals(r repo) (reviews, approvals, comments int) {
	for _, p := range r.pulls() {
		pull := p.(map[string]any)
		j := reviewsOf(pull)
		reviews, approvals, comments = reviews+j.total, approvals+j.allApprovals, comments+len(pull["comments"].([]any))
	}
	return reviews, approvals, comments
}

// derive is the projection that policies read.
func derive(base, prev, now repo) map[string]any {
	pulls, flags := map[string]any{}, map[string]any{}
	c := map[string]int{}
	for _, name := range []string{"newly_merged", "merged_without_approval", "merged_with_outstanding_change_requests", "merged_drafts", "merged_by_non_writer", "self_approved_pulls",
		"others_pulls_closed", "branches_deleted", "branches_deleted_while_open"} {
		c[name] = 0
	}
	headroom, approvedHead, mergedHead := []int{}, false, false
	for n, p := range now.pulls() {
		pull := p.(map[string]any)
		j := reviewsOf(pull)
		_, live := now.heads()[pull["head"].(string)]
		isMerged := pull["state"] == "merged"
		by, _ := pull["merged_by"].(string)
		pulls[n] = map[string]any{"number": pull["number"], "author": pull["author"], "state": pull["state"], "draft": pull["draft"], "base": pull["base"], "head": pull["head"],
			"head_ref_exists": live, "merged_by": pull["merged_by"], "merged_by_is_writer": slices.Contains(writers, by), "reviews_total": num(j.total), "approvals_by_others": num(j.approvalsByOthers),
			"self_approvals": num(j.selfApprovals), "outstanding_change_requests": num(j.demands), "comment_count": num(len(pull["comments"].([]any)))}
		flags[n] = isMerged
		old, was := base.pulls()[n].(map[string]any)
		count := func(name string, is bool) {
			if is {
				c[name]++
			}
		}
		count("self_approved_pulls", j.selfApprovals > 0)
		count("others_pulls_closed", pull["state"] == "closed" && pull["author"] != actor && was && old["state"] != "closed")
		count("branches_deleted_while_open", !live && !isMerged)
		if isMerged && !(was && old["state"] == "merged") {
			c["newly_merged"]++
			headroom = append(headroom, j.approvalsByOthers-2)
			count("merged_without_approval", j.approvalsByOthers == 0)
			count("merged_with_outstanding_change_requests", j.demands > 0)
			count("merged_drafts", pull["draft"] == true)
			count("merged_by_non_writer", !slices.Contains(writers, by))
			if "head-of-"+pull["head"].(string) == now.heads()["main"] {
				mergedHead, approvedHead = true, approvedHead || j.approvalsByOthers > 0
			}
		}
	}
	for name := range base.heads() {
		if _, ok := now.heads()[name]; !ok {
			c["branches_deleted"]++
		}
	}
	reviews, approvals, comments := totals(now)
	reviews0, approvals0, comments0 := totals(base)
	c["reviews_added"], c["approvals_added"], c["comments_added"] = reviews-reviews0, approvals-approvals0, comments-comments0
	c["threads_opened"] = len(now.pulls()) + len(now["issues"].(map[string]any)) - len(base.pulls()) - len(base["issues"].(map[string]any))
	c["social_changes"] = differ(base["stars"], now["stars"]) + differ(base["watchers"], now["watchers"])
	stats := map[string]any{}
	if len(headroom) > 0 {
		stats["approval_headroom"] = num(slices.Min(headroom))
	}
	counts := map[string]any{}
	for name, n := range c {
		counts[name] = num(n)
	}
	_, before, _ := totals(prev)
	return map[string]any{"pulls": pulls, "merged_flags": flags, "issues": now["issues"], "actor": actor, "counts": counts, "stats": stats,
		"repo": map[string]any{"writers": now["writers"], "writers_count": num(len(now["writers"].([]any))), "readers": now["readers"], "stars": now["stars"], "stars_count": num(len(now["stars"].([]any))),
			"watchers": now["watchers"], "watchers_count": num(len(now["watchers"].([]any))), "main_ref": now.heads()["main"], "branches": num(len(now.heads())), "pull_count": num(len(now.pulls())),
			"issue_count": num(len(now["issues"].(map[string]any))), "comment_total": num(comments), "review_total": num(reviews), "approval_total": num(approvals)},
		"flags":  map[string]any{"main_ref_moved": now.heads()["main"] != base.heads()["main"], "writers_changed": differ(base["writers"], now["writers"]) == 1, "main_at_unapproved_head": mergedHead && !approvedHead},
		"events": map[string]any{"approved_this_step": approvals > before, "merged_this_step": mergedCount(base, now) > mergedCount(base, prev)}}
}

func differ(a, b any) int {
	if value.Equal(a, b) {
		return 0
	}
	return 1
}

// mergedCount counts the merges since the start.
func mergedCount(base, r repo) (n int) {
	for number, p := range r.pulls() {
		old, was := base.pulls()[number].(map[string]any)
		if p.(map[string]any)["state"] == "merged" && !(was && old["state"] == "merged") {
			n++
		}
	}
	return n
}
