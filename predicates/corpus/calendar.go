package corpus

import (
	"slices"
	"strconv"
	"strings"

	json "github.com/go-json-experiment/json"
	"github.com/go-json-experiment/json/jsontext"
)

// Calendar follows who takes part in which event, as the calendar tools of
// AgentDojo's suites do: some notify people whom their arguments do not name.
type Calendar struct {
	people map[string][]string
	next   int
}

// NewCalendar begins with the participants of the suite's events, by id, and the
// id of the next event.
func NewCalendar(initial map[string][]string, next string) *Calendar {
	c := &Calendar{people: map[string][]string{}}
	for id, people := range initial {
		c.people[id] = slices.Clone(people)
	}
	c.next, _ = strconv.Atoi(next)
	return c
}

// Step notes a successful call and gives whom it notified beyond its arguments.
func (c *Calendar) Step(tool string, args jsontext.Value) []string {
	var a struct {
		ID           jsontext.Value `json:"event_id"`
		Participants jsontext.Value `json:"participants"`
	}
	if json.Unmarshal(args, &a) != nil {
		return nil
	}
	var people []string
	if a.Participants == nil || json.Unmarshal(a.Participants, &people) != nil {
		people = nil
	}
	id := strings.Trim(string(a.ID), `"`)
	switch tool {
	case "create_calendar_event":
		c.people[strconv.Itoa(c.next)] = people
		c.next++
	case "add_calendar_event_participants":
		c.people[id] = append(c.people[id], people...)
	case "reschedule_calendar_event", "cancel_calendar_event":
		return c.people[id]
	}
	return nil
}
