package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/klauspost/compress/zstd"

	"github.com/varek/varek/tracestore/trace"
)

// bundleFile is a bundle that can be read twice, compressed or not.
type bundleFile struct {
	f    *os.File
	temp bool // a copy of standard input, removed at the end
	zstd *zstd.Decoder
}

func openBundle(stdin io.Reader, path string) (*bundleFile, error) {
	if path != "-" {
		f, err := os.Open(path)
		if err != nil {
			return nil, badInput("opening the bundle: %w", err)
		}
		return &bundleFile{f: f}, nil
	}
	f, err := os.CreateTemp("", "varek-bundle-*")
	if err != nil {
		return nil, fmt.Errorf("keeping standard input: %w", err)
	}
	b := &bundleFile{f: f, temp: true}
	if _, err := io.Copy(f, stdin); err != nil {
		return nil, errors.Join(fmt.Errorf("keeping standard input: %w", err), b.Close())
	}
	return b, nil
}

// again reads the bundle from its first byte, uncompressed.
func (b *bundleFile) again() (io.Reader, error) {
	if _, err := b.f.Seek(0, io.SeekStart); err != nil {
		return nil, fmt.Errorf("reading the bundle: %w", err)
	}
	r := bufio.NewReaderSize(b.f, 1<<16)
	magic, err := r.Peek(4)
	if err != nil && !errors.Is(err, io.EOF) {
		return nil, badInput("reading the bundle: %w", err)
	}
	if string(magic) != "\x28\xb5\x2f\xfd" {
		return r, nil
	}
	if b.zstd == nil {
		if b.zstd, err = zstd.NewReader(nil, zstd.WithDecoderConcurrency(1)); err != nil {
			return nil, fmt.Errorf("opening the decompressor: %w", err)
		}
	}
	return b.zstd, b.zstd.Reset(r)
}

func (b *bundleFile) header() (trace.BundleHeader, error) {
	r, err := b.reader()
	if err != nil {
		return trace.BundleHeader{}, err
	}
	return r.Header(), nil
}

func (b *bundleFile) reader() (*trace.BundleReader, error) {
	text, err := b.again()
	if err != nil {
		return nil, err
	}
	r, err := trace.NewBundleReader(text, trace.Limits{})
	if err != nil {
		return nil, badInput("this is no evidence bundle: %w", err)
	}
	return r, nil
}

// Close releases the file.
func (b *bundleFile) Close() error {
	if b.zstd != nil {
		b.zstd.Close()
	}
	err := b.f.Close()
	if b.temp {
		err = errors.Join(err, os.Remove(b.f.Name()))
	}
	return err
}
