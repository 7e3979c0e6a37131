package speak

import (
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"time"
)

// flag is one flag of a command. A flag without value is a switch.
type flag struct {
	name, value, help string // value names the argument in the help
	set               func(string) error
	given             bool
}

// flags are those of one command.
type flags struct {
	list        []flag
	interleaved bool // flags may follow arguments
	help        bool
}

func (fs *flags) text(p *string, name, help string) {
	fs.list = append(fs.list, flag{name: name, value: "string", help: help, set: func(v string) error { *p = v; return nil }})
}

func (fs *flags) number(p *uint64, name, help string) {
	fs.list = append(fs.list, flag{name: name, value: "uint", help: help, set: func(v string) (err error) {
		*p, err = strconv.ParseUint(v, 0, 64)
		return err
	}})
}

func (fs *flags) integer(p *int, name, help string) {
	fs.list = append(fs.list, flag{name: name, value: "int", help: help, set: func(v string) (err error) { *p, err = strconv.Atoi(v); return err }})
}

func (fs *flags) duration(p *time.Duration, name, help string) {
	fs.list = append(fs.list, flag{name: name, value: "duration", help: help + " (default " + p.String() + ")",
		set: func(v string) (err error) { *p, err = time.ParseDuration(v); return err }})
}

func (fs *flags) toggle(p *bool, name, help string) {
	fs.list = append(fs.list, flag{name: name, help: help, set: func(v string) (err error) { *p, err = strconv.ParseBool(v); return err }})
}

// shared are flags of every varek-sidecar command that mean nothing here: they
// are taken so that a script may pass the same to all.
var sharedNames = [...]string{"state", "network", "config"}

// parse reads the command line and then, for what it does not give, VAREK_<FLAG>.
func (fs *flags) parse(args []string) (rest []string, err error) {
	for _, name := range sharedNames {
		fs.list = append(fs.list, flag{name: name, value: "string", set: func(string) error { return nil }})
	}
	for len(args) > 0 {
		arg := args[0]
		args = args[1:]
		switch {
		case arg == "--":
			return append(rest, args...), fs.environment()
		case arg == "--help" || arg == "-h":
			fs.help = true
		case !strings.HasPrefix(arg, "-") || arg == "-":
			rest = append(rest, arg)
			if !fs.interleaved {
				return append(rest, args...), fs.environment()
			}
		default:
			if args, err = fs.one(arg, args); err != nil {
				return nil, err
			}
		}
	}
	return rest, fs.environment()
}

// one reads the flag in arg, with its value from args where it has one.
func (fs *flags) one(arg string, args []string) ([]string, error) {
	name, value, has := strings.Cut(strings.TrimPrefix(arg, "--"), "=")
	f := fs.find(name)
	switch {
	case !strings.HasPrefix(arg, "--") || f == nil:
		return nil, fmt.Errorf("unknown flag: %s", arg)
	case f.value == "" && !has:
		value = "true"
	case !has && len(args) == 0:
		return nil, fmt.Errorf("flag needs an argument: --%s", name)
	case !has:
		value, args = args[0], args[1:]
	}
	f.given = true
	if err := f.set(value); err != nil {
		return nil, fmt.Errorf("invalid argument %q for --%s: %w", value, name, err)
	}
	return args, nil
}

func (fs *flags) find(name string) *flag {
	for i := range fs.list {
		if fs.list[i].name == name {
			return &fs.list[i]
		}
	}
	return nil
}

func (fs *flags) environment() error {
	for i := range fs.list {
		f := &fs.list[i]
		name := "VAREK_" + strings.ToUpper(strings.ReplaceAll(f.name, "-", "_"))
		v, ok := os.LookupEnv(name)
		if !ok || f.given {
			continue
		}
		if err := f.set(v); err != nil {
			return fmt.Errorf("invalid value %q of the variable %s: %w", v, name, err)
		}
	}
	return nil
}

// usageText prints a command's help in the form of the other commands' help.
func (fs *flags) usageText(w io.Writer, long, use, examples string) error {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n\nUsage:\n  varek-sidecar %s\n\nExamples:\n%s\n\nFlags:\n", long, use, examples)
	for i := range fs.list {
		if f := &fs.list[i]; f.help != "" {
			fmt.Fprintf(&b, "      %-26s %s\n", strings.TrimSpace("--"+f.name+" "+f.value), f.help)
		}
	}
	fmt.Fprintf(&b, "  -h, --%-22s %s\n", "help", "show this help")
	_, err := io.WriteString(w, b.String())
	return err
}
