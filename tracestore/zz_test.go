package tracestore_test

import (
	"database/sql"
	"fmt"
	"path/filepath"
	"testing"
	"time"
)

func BenchmarkZLoop(b *testing.B) {
	for range b.N {
		fmt.Println("LOOP", zloop(b, filepath.Join(b.TempDir(), "l.db"), 64*300))
	}
}
func BenchmarkZ64(b *testing.B) {
	for range b.N {
		fmt.Println("Z64", perSecond(b, 64, 300))
	}
}
func BenchmarkZ1(b *testing.B) {
	for range b.N {
		fmt.Println("Z1", perSecond(b, 1, 1000))
	}
}

func zloop(b *testing.B, path string, rows int) float64 {
	db, err := sql.Open("sqlite", "file:"+path+"?_pragma=journal_mode(wal)&_pragma=synchronous(full)")
	if err != nil {
		b.Fatal(err)
	}
	defer db.Close()
	db.SetMaxOpenConns(1)
	if _, err := db.Exec("CREATE TABLE r (id INTEGER PRIMARY KEY, body BLOB)"); err != nil {
		b.Fatal(err)
	}
	body := make([]byte, 1024)
	begun := time.Now()
	for n := 0; n < rows; n += 64 {
		tx, err := db.Begin()
		if err != nil {
			b.Fatal(err)
		}
		insert, err := tx.Prepare("INSERT INTO r (body) VALUES (?)")
		for i := 0; i < 64 && err == nil; i++ {
			_, err = insert.Exec(body)
		}
		if err == nil {
			err = tx.Commit()
		}
		if err != nil {
			b.Fatal(err)
		}
	}
	return float64(rows) / time.Since(begun).Seconds()
}
