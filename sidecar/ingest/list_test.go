package ingest_test

import (
	"os"
	"strings"
	"testing"
)

// The faults that the trace must survive, and the tests that inject each by
// real means. A fault without its test fails here.
func TestEveryFaultHasItsTest(t *testing.T) {
	store, line, e2e := "../../tracestore/", "", "../../deploy/e2e/"
	for _, f := range []struct {
		fault string
		tests []string // file:function
	}{
		{"1 kill -9 at random points", []string{store + "crash_test.go:TestKill", line + "kill_test.go:TestKillInTheMiddleLosesNothingAcknowledged", store + "points_test.go:TestEveryPoint"}},
		{"2 no space", []string{store + "full_linux_test.go:TestFullDisk", line + "line_test.go:TestFullDisk", e2e + "crash_test.go:TestFullDiskStopsTools"}},
		{"3 one failed fsync", []string{store + "crash_test.go:TestSyncErrorStops", store + "points_test.go:TestEveryPoint"}},
		{"4 torn log", []string{store + "faults_test.go:TestTornLog"}},
		{"5 clock steps, both ways", []string{line + "faults_test.go:TestClockSteps"}},
		{"6 duplicates and conflicts", []string{"../session_test.go:TestSameEventGetsTheFirstAnswerForEver", "../session_test.go:TestSameIDWithOtherDataIsAConflict", store + "blob_test.go:TestEventIndexOverRestarts"}},
		{"7 out of order", []string{line + "client_test.go:TestClientDiesInTheMiddle", "../session_test.go:TestRefusals"}},
		{"8 a gap", []string{line + "client_test.go:TestClientDiesInTheMiddle"}},
		{"9 two sidecars on one file", []string{store + "faults_test.go:TestSecondOpenerRefused", store + "faults_test.go:TestSecondWriterStops", store + "names_test.go:TestLockFileRemoved", "../agenda_test.go:TestTwoSidecarsOnOneSession"}},
		{"10 file deleted, replaced, older copy", []string{store + "faults_test.go:TestReplacedFiles", store + "faults_test.go:TestOlderCopyRestored", "../agree_test.go:TestStoreAgreesWithTheChain", e2e + "restore_test.go:TestOlderCopyOfServe"}},
		{"11 huge records", []string{line + "client_test.go:TestManyHugeEventsAtOnce", line + "blob_test.go:TestHugeEvents"}},
		{"12 text that is not admitted", []string{"../session_test.go:TestArgumentsThatAreNotAdmittedAreKeptRaw", e2e + "speak_test.go:TestMalformedEvents"}},
		{"13 reconnect storm", []string{line + "faults_test.go:TestReconnectingClients"}},
		{"14 SIGSTOP", []string{line + "faults_test.go:TestStoppedProcess"}},
		{"15 chain away and reorganising", []string{"../exposure_test.go:TestChainThatReorganises", e2e + "crash_test.go:TestChainGoesAway"}},
		{"a file system that turns read-only", []string{line + "faults_test.go:TestDiskCannotBeWritten"}},
	} {
		for _, place := range f.tests {
			file, name, _ := strings.Cut(place, ":")
			text, err := os.ReadFile(file)
			if err != nil || !strings.Contains(string(text), "func "+name+"(t *testing.T)") {
				t.Errorf("fault %s: %s is not there (%v)", f.fault, place, err)
			}
		}
	}
}
