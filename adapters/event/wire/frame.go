package wire

import (
	"bufio"
	"bytes"
	"errors"
	"fmt"
	"io"
	"strconv"
)

// ErrProtocol is returned when the server says what a NATS server does not say.
var ErrProtocol = errors.New("this is not the bus: bad NATS protocol")

const (
	maxLine  = 64 << 10 // INFO of a server with many routes is a few KiB
	maxReply = 16 << 20 // replies are short; what claims to be longer is no reply
)

// frame is one message of the server. Args of a MSG or HMSG: subject, sid,
// [reply-to,] [bytes of header,] bytes in all; body is header and payload.
type frame struct {
	op     string // INFO MSG HMSG PING PONG +OK -ERR
	rest   []byte // of the line, after op
	to     string // MSG: subject
	header []byte // HMSG
	body   []byte // MSG, HMSG: payload
}

// readFrame reads one message.
func readFrame(r *bufio.Reader) (frame, error) {
	line, err := readLine(r)
	if err != nil {
		return frame{}, err
	}
	op, rest, _ := bytes.Cut(line, []byte(" "))
	f := frame{op: string(bytes.ToUpper(op)), rest: bytes.TrimSpace(rest)}
	switch f.op {
	case "INFO", "PING", "PONG", "+OK", "-ERR":
		return f, nil
	case "MSG", "HMSG":
		return f, f.readBody(r)
	}
	return frame{}, fmt.Errorf("%w: %.40q", ErrProtocol, line)
}

func readLine(r *bufio.Reader) ([]byte, error) {
	var line []byte
	for {
		part, err := r.ReadSlice('\n')
		line = append(line, part...)
		if len(line) > maxLine {
			return nil, fmt.Errorf("%w: a line of over %d bytes", ErrProtocol, maxLine)
		}
		if err == nil {
			return bytes.TrimRight(line, "\r\n"), nil
		}
		if !errors.Is(err, bufio.ErrBufferFull) {
			return nil, err
		}
	}
}

func (f *frame) readBody(r *bufio.Reader) error {
	args := bytes.Fields(f.rest)
	sizes := 1
	if f.op == "HMSG" {
		sizes = 2
	}
	if len(args) != 2+sizes && len(args) != 3+sizes {
		return fmt.Errorf("%w: %s %.80q", ErrProtocol, f.op, f.rest)
	}
	f.to = string(args[0])
	total, err := size(args[len(args)-1])
	if err != nil {
		return err
	}
	head := 0
	if f.op == "HMSG" {
		if head, err = size(args[len(args)-2]); err != nil {
			return err
		}
	}
	if head > total {
		return fmt.Errorf("%w: header of %d in %d bytes", ErrProtocol, head, total)
	}
	text := make([]byte, total+2)
	if _, err := io.ReadFull(r, text); err != nil {
		return err
	}
	if string(text[total:]) != "\r\n" {
		return fmt.Errorf("%w: a message that does not end where it says", ErrProtocol)
	}
	f.header, f.body = text[:head], text[head:total]
	return nil
}

func size(digits []byte) (int, error) {
	n, err := strconv.ParseUint(string(digits), 10, 31)
	if err != nil || n > maxReply {
		return 0, fmt.Errorf("%w: length %.20q", ErrProtocol, digits)
	}
	return int(n), nil
}

// noResponders reports whether a reply is the server's own "nobody listens".
func (f *frame) noResponders() bool {
	return len(f.body) == 0 && bytes.HasPrefix(f.header, []byte("NATS/1.0 503"))
}
