package policy

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
)

// maxLinks is the kernel's own bound on links in one walk.
const maxLinks = 40

// ResolveLinks replaces the symbolic links of an absolute path as far as it
// exists; what does not exist yet is kept. It is meant for Env.Resolve and
// the directories of Env.
func ResolveLinks(path string) (string, error) {
	real, err := filepath.EvalSymlinks(path)
	if err == nil {
		return real, nil
	}
	if !errors.Is(err, fs.ErrNotExist) && !errors.Is(err, fs.ErrPermission) {
		return "", err
	}
	return resolveParent(filepath.Clean(path), maxLinks)
}

// resolveParent resolves the parent of a path whose last component is missing
// or a dangling link.
func resolveParent(path string, links int) (string, error) {
	if path == "/" {
		return path, nil
	}
	if links == 0 {
		return "", &fs.PathError{Op: "resolve", Path: path, Err: errors.New("too many symbolic links")}
	}
	dir, err := resolveParent(filepath.Dir(path), links)
	if err != nil {
		return "", err
	}
	full := filepath.Join(dir, filepath.Base(path))
	target, err := os.Readlink(full)
	if err != nil {
		return full, nil // no link, or not there
	}
	if !filepath.IsAbs(target) {
		target = filepath.Join(dir, target)
	}
	return resolveParent(filepath.Clean(target), links-1)
}
