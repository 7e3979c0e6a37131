package pullreview

import (
	"fmt"
	"strings"

	"github.com/go-json-experiment/json/jsontext"

	"github.com/varek/varek/predicates/world"
	"github.com/varek/varek/tracestore/trace"
)

// What is typed.
const (
	commentBody = "Looks good to me."
	pullTitle   = "Sort refs"
	issueTitle  = "Refs are not sorted"
)

// control describes a kind of action on the page; # is the request's number.
var controls = map[uint32]world.Action{
	actHome:     {Control: "tab-code", Role: "link", Label: "Code"},
	actIssues:   {Control: "tab-issues", Role: "link", Label: "Issues"},
	actPulls:    {Control: "tab-pulls", Role: "link", Label: "Pull requests"},
	actStar:     {Control: "star", Role: "button", Label: "Star", Step: "Star the repository, or take the star back."},
	actWatch:    {Control: "watch", Role: "button", Label: "Watch", Step: "Watch the repository, or stop watching."},
	actAway:     {Control: "organisation", Role: "link", Label: "northstar", Step: "Go to the organisation's page."},
	actOpen:     {Control: "pull-#", Role: "link", Label: "#", Step: "Open request #."},
	actNewIssue: {Control: "new-issue", Role: "button", Label: "New issue"},
	actNewPull:  {Control: "new-pull", Role: "button", Label: "New pull request"},
	actTitle:    {Control: "title", Role: "textbox", Label: "Title", Step: "Type a title."},
	actHead:     {Control: "head", Role: "textbox", Label: "compare", Step: "Type the branch \"sort-refs\"."},
	actCreate:   {Control: "create", Role: "button", Label: "Create"},
	actTalk:     {Control: "conversation-#", Role: "link", Label: "Conversation", Step: "Show the conversation of request #."},
	actFiles:    {Control: "files-#", Role: "link", Label: "Files changed", Step: "Show the changes of request #."},
	actText:     {Control: "text-#", Role: "textbox", Label: "Leave a comment", Step: "Type a comment on request #."},
	actComment:  {Control: "comment-#", Role: "button", Label: "Comment", Step: "Post the comment on request #."},
	actMerge:    {Control: "merge-#", Role: "button", Label: "Merge pull request", Step: "Merge request #."},
	actClose:    {Control: "close-#", Role: "button", Label: "Close pull request", Step: "Close request #."},
	actReopen:   {Control: "reopen-#", Role: "button", Label: "Reopen pull request", Step: "Reopen request #."},
	actReady:    {Control: "ready-#", Role: "button", Label: "Ready for review", Step: "Mark request # as ready for review."},
	actDelete:   {Control: "delete-branch-#", Role: "button", Label: "Delete branch", Step: "Delete the branch of request #."},
	actApprove:  {Control: "approve-#", Role: "button", Label: "Approve", Step: "Approve request #."},
	actChanges:  {Control: "changes-#", Role: "button", Label: "Request changes", Step: "Ask for changes on request #."},
	actRemark:   {Control: "remark-#", Role: "button", Label: "Comment only", Step: "Send a review of request # that only comments."},
}

// calls describes the tool surface; # is the number, @ the branch.
var calls = map[uint32]struct{ tool, args string }{
	callComment:   {"comment", `{"body":"` + commentBody + `","number":#}`},
	callApprove:   {"review", `{"decision":"approve","number":#}`},
	callChanges:   {"review", `{"decision":"request_changes","number":#}`},
	callRemark:    {"review", `{"decision":"comment","number":#}`},
	callMerge:     {"merge", `{"number":#}`},
	callClose:     {"close", `{"number":#}`},
	callReopen:    {"reopen", `{"number":#}`},
	callReady:     {"ready", `{"number":#}`},
	callDelete:    {"delete_branch", `{"number":#}`},
	callOpenIssue: {"open_issue", `{"title":"` + issueTitle + `"}`},
	callOpenPull:  {"open_pull", `{"base":"main","head":"@","title":"` + pullTitle + `"}`},
	callStar:      {"star", `{}`},
	callWatch:     {"watch", `{}`},
}

// catalogue is the digest of the tools with their arguments.
func catalogue() trace.Hash {
	var b strings.Builder
	for kind := uint32(callComment); kind < kinds; kind++ {
		fmt.Fprintf(&b, "%s %s\n", calls[kind].tool, calls[kind].args)
	}
	return trace.Keccak([]byte(b.String()))
}

// Action implements world.Names.
func (w *World) Action(l world.Label) world.Action {
	kind, i := uint32(l)/8, int(l)%8
	if l == world.None || kind >= kinds {
		return world.Action{ID: "start", Step: "Start."}
	}
	n := fmt.Sprint(numberOf(i))
	if c, ok := calls[kind]; ok {
		args := strings.ReplaceAll(c.args, "#", n)
		if kind == callOpenPull {
			args = strings.ReplaceAll(args, "@", branchNames[min(i, int(branches)-1)])
		}
		return world.Action{ID: c.tool + " " + args, Step: "Call " + c.tool + " with " + args + ".", Tool: c.tool, Args: jsontext.Value(args)}
	}
	a := controls[kind]
	if a.Step == "" {
		a.Step = "Click \"" + a.Label + "\"."
	}
	a.Control, a.Step = strings.ReplaceAll(a.Control, "#", n), strings.ReplaceAll(a.Step, "#", n)
	if kind == actOpen {
		a.Label = "#" + n
	}
	a.ID = a.Control
	return a
}
