package policy

import (
	"fmt"
	"strings"
)

// builtin is the protected set: never written by the agent, in both modes.
// A name is stable and appears in records as "protect:<name>".
//
// The choice is narrow on purpose, because a protection that breaks ordinary
// work gets switched off. Harness and CI files are protected in the workspace
// root and in the home directory only: a clone or an unpacked package below
// brings files of these names all the time, and nothing reads them there.
// VCS hooks are protected everywhere, but names that end in .sample are free,
// because git never runs them and `git init` copies them from its templates.
var builtin = []struct {
	name     string
	patterns []string
}{
	{"vcs-hooks", []string{
		"**/.git/hooks/*", "**/.git/modules/**/hooks/*", "**/*.git/hooks/*",
	}},
	{"shell", []string{
		"$HOME/.bashrc", "$HOME/.bash_profile", "$HOME/.bash_login", "$HOME/.bash_logout", "$HOME/.bash_aliases",
		"$HOME/.profile", "$HOME/.zshrc", "$HOME/.zshenv", "$HOME/.zprofile", "$HOME/.zlogin", "$HOME/.zlogout",
		"$HOME/.config/fish/config.fish", "$HOME/.config/fish/conf.d", "$HOME/.inputrc", "$HOME/.pam_environment",
		"$HOME/.ssh/authorized_keys", "$HOME/.ssh/rc", "$HOME/.ssh/environment", "$HOME/.config/autostart",
		"$HOME/.config/systemd/user", "$HOME/.config/environment.d",
		"/etc/profile", "/etc/bash.bashrc", "/etc/zsh", "/etc/environment", "/etc/ld.so.preload", "/var/spool/cron",
	}},
	{"harness", []string{
		"$WORKSPACE/.mcp.json", "$WORKSPACE/.claude/settings.json", "$WORKSPACE/.claude/settings.local.json",
		"$WORKSPACE/.claude/hooks", "$WORKSPACE/.codex/config.toml", "$WORKSPACE/.codex/hooks.json",
		"$WORKSPACE/.gemini/settings.json", "$WORKSPACE/.cursor/mcp.json", "$WORKSPACE/.cursor/hooks.json",
		"$WORKSPACE/.vscode/mcp.json", "$WORKSPACE/.vscode/tasks.json", "$WORKSPACE/.envrc",
		"$HOME/.claude/settings.json", "$HOME/.claude/hooks", "$HOME/.codex/hooks.json",
		"$HOME/.gemini/settings.json", "$HOME/.cursor/mcp.json", "$HOME/.cursor/hooks.json",
	}},
	{"ci", []string{
		"$WORKSPACE/.github/workflows", "$WORKSPACE/.github/actions", "$WORKSPACE/.gitlab-ci.yml",
		"$WORKSPACE/.circleci", "$WORKSPACE/.travis.yml", "$WORKSPACE/azure-pipelines.yml",
		"$WORKSPACE/.buildkite", "$WORKSPACE/.drone.yml", "$WORKSPACE/.woodpecker", "$WORKSPACE/.woodpecker.yml",
		"$WORKSPACE/Jenkinsfile",
	}},
	{"kernel", []string{
		"/proc/sys", "/proc/sysrq-trigger", "/proc/*/mem", "/proc/*/task/*/mem", "/proc/*/attr", "/proc/*/task/*/attr",
		"/proc/irq", "/proc/bus", "/proc/mtrr", "/proc/scsi", "/proc/acpi", "/proc/fs", "/proc/driver", "/sys", "/dev/kmsg",
	}},
}

// builtinExcept are names inside the protected set that stay free.
var builtinExcept = []string{
	"**/hooks/*.sample",
}

// closedDevices are not opened at all: they are the machine's memory, or make
// events that the supervisor and the user take for real (page faults that
// stall a read, keystrokes, devices), or they carry packets past every rule
// about addresses, or they reach below the file systems (raw commands to disks,
// registers of the processor).
var closedDevices = []string{
	"/dev/mem", "/dev/kmem", "/dev/port", "/proc/kcore", "/proc/vmcore", "/dev/userfaultfd", "/dev/cuse", "/dev/net/tun", "/dev/vhost-net", "/dev/vhost-vsock", "/dev/uinput", "/dev/uhid",
	"/dev/cpu", "/dev/sg*", "/dev/bsg", "/dev/raw", "/dev/nvme*", "/dev/mtd*", "/dev/snapshot", "/dev/mapper/control", "/dev/loop-control", "/dev/vfio",
}

// RuleLaunchers is the rule of sockets that act outside the warden's sight.
const RuleLaunchers = "protect:launchers"

// launcherSockets start processes outside the warden's sight (a container
// engine, a service manager) or type as the user does (a display), so that
// connecting to them needs a rule of their own in both modes, and moving them
// is refused.
var launcherSockets = []string{
	"**/docker.sock", "**/podman.sock", "**/containerd.sock", "**/crio.sock", "**/buildkitd.sock", "**/lxd/unix.socket", "**/incus/unix.socket",
	"/run/docker.sock", "/var/run/docker.sock", "/run/containerd/containerd.sock", "/run/podman/podman.sock", "/run/crio/crio.sock",
	"/run/systemd/private", "/run/systemd/io.system*", "/run/dbus/system_bus_socket", "/var/run/dbus/system_bus_socket",
	"/run/user/*/bus", "/run/user/*/systemd/private", "/run/user/*/podman/podman.sock", "/run/user/*/docker.sock", "/tmp/dbus-*",
	"/tmp/.X11-unix/X*", "/run/user/*/wayland-*", "/tmp/tmux-*/*", "/run/screen/S-*/*",
}

// launcherNames are the same by abstract name.
var launcherNames = []string{
	"/tmp/.X11-unix/X*", "/tmp/dbus-*", "/run/user/*/bus", "/containerd-shim/*", "containerd-shim*", "/org/freedesktop/systemd1/private",
}

// agentSockets use the user's keys elsewhere (ssh, gpg) or answer for names past
// the session's resolver. A rule with ** does not reach them; in observe mode
// they are free and on record.
var agentSockets = []string{
	"/tmp/ssh-*/agent.*", "**/ssh-*/agent.*", "$HOME/.ssh/agent/*", "/run/user/*/ssh-agent*", "/run/user/*/openssh_agent", "/run/user/*/keyring/*",
	"/run/user/*/gnupg/**", "$HOME/.gnupg/S.*", "/run/pcscd/pcscd.comm",
	"/run/systemd/resolve/*", "/run/nscd/socket", "/var/run/nscd/socket", "/run/avahi-daemon/socket",
}

// protected compiles the built-in set and the policy's additions. "!pattern"
// takes names out of both; the sidecar's own paths are not part of either.
func (c *compiler) protected(extra []string) (set, except pathSet) {
	var in, out []namedGlob
	for i, p := range extra {
		rule := fmt.Sprintf("protect[%d]", i)
		if rest, ok := strings.CutPrefix(p, "!"); ok {
			out = c.named(out, rule, rest)
		} else {
			in = c.named(in, rule, p)
		}
	}
	for _, b := range builtin {
		for _, p := range b.patterns {
			in = c.named(in, "protect:"+b.name, p)
		}
	}
	for _, p := range builtinExcept {
		out = c.named(out, "protect", p)
	}
	if c.env.Cgroup != "" {
		in = c.named(in, "protect:kernel", escape(c.env.Cgroup))
	}
	return newPathSet(in), newPathSet(out)
}
