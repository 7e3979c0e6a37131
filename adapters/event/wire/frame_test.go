package wire

import (
	"bufio"
	"errors"
	"io"
	"strings"
	"testing"
)

func TestReadFrame(t *testing.T) {
	for _, c := range []struct{ text, op, to, header, body string }{
		{"PING\r\n", "PING", "", "", ""},
		{"pong\r\n", "PONG", "", "", ""},
		{"INFO {\"a\":1} \r\n", "INFO", "", "", ""},
		{"MSG in.1 1 5\r\nhello\r\n", "MSG", "in.1", "", "hello"},
		{"MSG\tin.1  1 5\r\nhello\r\n", "", "", "", ""},
		{"MSG in.1 1 back 2\r\n\r\n\r\n", "MSG", "in.1", "", "\r\n"},
		{"HMSG in.1 1 12 17\r\nNATS/1.0\r\n\r\nhello\r\n", "HMSG", "in.1", "NATS/1.0\r\n\r\n", "hello"},
		{"HMSG in.1 1 18 17\r\nNATS/1.0\r\n\r\nhello\r\n", "", "", "", ""},
		{"MSG in.1 1 -5\r\nhello\r\n", "", "", "", ""},
		{"MSG in.1 1 5\r\nhello!\r\n", "", "", "", ""},
		{"MSG in.1 5\r\nhello\r\n", "", "", "", ""},
		{"SUB a 1\r\n", "", "", "", ""},
		{strings.Repeat("x", maxLine+1) + "\r\n", "", "", "", ""},
	} {
		f, err := readFrame(bufio.NewReader(strings.NewReader(c.text)))
		if c.op == "" {
			if !errors.Is(err, ErrProtocol) {
				t.Errorf("%.40q: %v, want a protocol error", c.text, err)
			}
			continue
		}
		if err != nil || f.op != c.op || f.to != c.to || string(f.header) != c.header || string(f.body) != c.body {
			t.Errorf("%.40q: %+v, %v", c.text, f, err)
		}
	}
	if _, err := readFrame(bufio.NewReader(strings.NewReader("MSG a 1 5\r\nhel"))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a message cut short: %v", err)
	}
}

// FuzzReadFrame: whatever the server sends, reading ends, and a message has the
// length that its line says.
func FuzzReadFrame(f *testing.F) {
	f.Add("MSG in.1 1 5\r\nhello\r\nPING\r\n")
	f.Add("HMSG in.1 1 back 12 17\r\nNATS/1.0\r\n\r\nhello\r\n")
	f.Add("-ERR 'Authorization Violation'\r\n")
	f.Fuzz(func(t *testing.T, text string) {
		r := bufio.NewReader(strings.NewReader(text))
		for {
			before := r.Buffered()
			fr, err := readFrame(r)
			if err != nil {
				return
			}
			if len(fr.header)+len(fr.body) > len(text) {
				t.Fatalf("%d bytes out of %d (%d buffered)", len(fr.header)+len(fr.body), len(text), before)
			}
		}
	})
}
