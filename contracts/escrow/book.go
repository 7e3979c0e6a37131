package escrow

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"github.com/varek/varek/tracestore/trace"
)

// Remember keeps what the client reads about commitments in a directory, so
// that the next process need not read it again. What lies there is not trusted:
// it must add up to the contract's accumulator like what a node shows, and is
// read anew where it does not. It is called before the client is used.
func (c *Client) Remember(dir string) error {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return fmt.Errorf("cannot make the directory of remembered commitments: %w", err)
	}
	c.batches.dir = dir
	return nil
}

// bookHead is the first line of a book's file; the others are batches.
type bookHead struct {
	Version int           `json:"version"`
	ChainID uint64        `json:"chain_id"`
	Escrow  trace.Address `json:"escrow"`
	Owner   trace.Address `json:"owner"`
}

func (c *Client) bookFile(owner trace.Address) (string, bookHead) {
	h := bookHead{1, c.network.ChainID, c.network.Escrow, owner}
	return filepath.Join(c.batches.dir, fmt.Sprintf("batches-%d-%s-%s.jsonl", h.ChainID, h.Escrow, owner)), h
}

// loadBook fills a book from its file as far as the file can be read. A file
// that is damaged, foreign or newer gives an empty book: the chain has it all.
func (c *Client) loadBook(owner trace.Address, book *ownerBook) {
	if c.batches.dir == "" {
		return
	}
	path, want := c.bookFile(owner)
	f, err := os.Open(path)
	if err != nil {
		return
	}
	defer f.Close()
	var size int64
	lines := bufio.NewReader(f)
	for {
		line, err := lines.ReadBytes('\n')
		if err != nil {
			break // the end, or a line that is not whole
		}
		if size == 0 {
			var head bookHead
			if json.Unmarshal(line, &head) != nil || head != want {
				return
			}
		} else {
			var b batch
			if json.Unmarshal(line, &b) != nil || b.Block < book.until || book.add(b) != nil {
				return // written anew at the next occasion
			}
		}
		size += int64(len(line))
	}
	book.kept, book.size = len(book.batches), size
}

// keepBook adds to the book's file what it lacks, or writes it anew where it is
// not the file that was read. One process at a time writes; another that wants
// to at the same moment leaves it.
func (c *Client) keepBook(owner trace.Address, book *ownerBook) error {
	if c.batches.dir == "" || len(book.batches) <= book.kept && book.size > 0 || len(book.batches) == 0 {
		return nil
	}
	path, head := c.bookFile(owner)
	lock, err := os.OpenFile(path+".next", os.O_RDWR|os.O_CREATE, 0o600)
	if err == nil {
		defer lock.Close()
		var held bool
		if held, err = tryLock(lock); err == nil && !held {
			return nil
		}
	}
	if err == nil {
		err = book.write(path, lock, head)
	}
	if err != nil {
		return fmt.Errorf("cannot remember commitments: %w", err)
	}
	return nil
}

func (o *ownerBook) write(path string, fresh *os.File, head bookHead) error {
	st, err := os.Stat(path)
	if err == nil && o.size > 0 && st.Size() == o.size {
		f, err := os.OpenFile(path, os.O_WRONLY|os.O_APPEND, 0o600)
		if err != nil {
			return err
		}
		n, err := writeBook(f, nil, o.batches[o.kept:])
		o.kept, o.size = len(o.batches), o.size+n
		return errors.Join(err, f.Close())
	}
	if err := fresh.Truncate(0); err != nil {
		return err
	}
	n, err := writeBook(fresh, &head, o.batches)
	if err != nil {
		return err
	}
	o.kept, o.size = len(o.batches), n
	return os.Rename(fresh.Name(), path)
}

func writeBook(w io.Writer, head *bookHead, batches []batch) (int64, error) {
	var text bytes.Buffer
	enc := json.NewEncoder(&text)
	if head != nil {
		if err := enc.Encode(head); err != nil {
			return 0, err
		}
	}
	for i := range batches {
		if err := enc.Encode(&batches[i]); err != nil {
			return 0, err
		}
	}
	n, err := w.Write(text.Bytes())
	return int64(n), err
}
