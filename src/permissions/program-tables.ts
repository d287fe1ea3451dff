/** What is known of programs by name. Only data. */

const words = (text: string) => new Set(text.split(" "));

/** They run as somebody else. */
export const privileged = words("sudo su doas pkexec runuser");

/** They act on the whole machine. */
export const machineWide = /^(mkfs(\..*)?|fdisk|parted|wipefs|shutdown|reboot|poweroff|halt|init)$/;

export const shells = words("sh bash dash zsh ksh fish csh tcsh busybox toybox pwsh");

/** They run a command that stands in their arguments or input. */
export const wrappers = words(
  "env xargs nohup timeout time nice ionice stdbuf setsid unshare chroot nsenter command builtin exec eval source . " +
    "parallel watch script flock expect tmux screen ssh coproc trap jobs systemd-run awk gawk vi vim nvim ex ed emacs",
);

/** They run any text that they are given. */
export const interpreters = words("node nodejs python python2 python3 bun deno ruby perl php lua osascript");

/** They only look, at what their arguments name; with an option of `optionRisks` they do more. */
export const readers = words(
  "pwd ls cat head tail wc nl tac cut tr fold column comm diff cmp stat du df basename dirname realpath readlink " +
    "echo printf true false date uname whoami nproc which md5sum sha1sum sha256sum sha512sum od strings sort grep " +
    "egrep fgrep rg fd find tree jq seq sleep file sed cd",
);

/** They run the project's own checks, or make files and folders in it. */
export const runners = words(
  "make pytest tsc eslint prettier jest vitest oxlint biome ruff mypy black mkdir touch",
);

/** Lasting damage, or out of this machine. */
export const risky = words(
  "rm dd shred truncate kill pkill killall chmod chown chgrp ln tee curl wget nc ncat socat telnet ftp sftp scp rsync " +
    "crontab at open xdg-open xattr sqlite3 zip man less more launchctl systemctl service mount umount docker podman kubectl npx bunx pipx alias unalias export " +
    "declare typeset local readonly unset set shopt enable hash let read mapfile readarray gh aws gcloud az",
);

/** Subcommands that stay in the project, of programs that also have others. */
export const containedSubcommands: Readonly<Record<string, RegExp>> = {
  git: /^(status|log|diff|show|blame|ls-files|rev-parse|describe|shortlog|add|commit)$/,
  npm: /^(test|t|run|run-script|ls)$/,
  pnpm: /^(test|t|run|ls)$/,
  yarn: /^(test|run)$/,
  bun: /^(test|run)$/,
  deno: /^(test|check|lint|fmt)$/,
  cargo: /^(build|test|check|clippy|fmt|run|tree)$/,
  go: /^(build|test|vet|fmt|list)$/,
};

/** Subcommands that are not for "don't ask again". */
export const riskySubcommands: Readonly<Record<string, RegExp>> = {
  git: /^(push|reset|clean|checkout|config|restore|switch|stash|rebase|filter-branch|gc|reflog|update-ref|worktree|remote|submodule|rm|mv|am|apply|fetch|pull|clone|merge|cherry-pick|revert|replace|bisect|difftool|mergetool)$/,
  npm: /^(publish|unpublish|install|i|ci|add|update|uninstall|remove|rm|exec|x|login|logout|token|owner|config|set|link|init|create)$/,
  pnpm: /^(publish|install|i|add|update|up|remove|rm|dlx|exec|login|config|link|create)$/,
  yarn: /^(publish|npm|install|add|up|upgrade|remove|dlx|exec|config|link|create|set)$/,
  bun: /^(publish|install|i|add|update|remove|rm|x|link|create|upgrade|pm|-.*)$/,
  cargo: /^(publish|install|uninstall|login|owner|yank)$/,
  go: /^(install|get|generate|run)$/,
  pip: /^(install|uninstall|download|config)$/,
  pip3: /^(install|uninstall|download|config)$/,
};

/** Variables before a command that change how a program prints, not what it does. */
export const harmlessVariable =
  /^(CI|NODE_ENV|NO_COLOR|FORCE_COLOR|LANG|LC_[A-Z]+|TZ|COLUMNS|RUST_BACKTRACE|RUST_LOG|PYTHONUNBUFFERED)=/;

/**
 * Options with which a program runs another one or writes a file. GNU programs, git and npm take shortened long options;
 * tar takes its first letters without a dash.
 */
export const optionRisks: Readonly<Record<string, RegExp>> = {
  find: /^-(exec|execdir|ok|okdir|delete|fprint0?|fprintf|fls)$/,
  fd: /^(-[a-zA-Z]*[xX].*|--exec.*)$/,
  rg: /^--(pre|hostname-bin|search-zip)/,
  git: /^(--ou.*|--ext.*|--textc.*|-[a-zA-Z]*O.*|--op.*|--upl.*|--rece.*|--exe.*|-i?x.*)$/,
  sort: /^(-[a-zA-Z]*[oT].*|--o.*|--te.*|--c.*|--files0.*)$/,
  tree: /^-[a-zA-Z]*[oR].*$/,
  tar: /^(-[a-zA-Z]*[IF].*|[a-zA-Z]*[IF][a-zA-Z]*|--checkpoint-.*|--to-c.*|--us.*|--rs.*|--inf.*|--new-.*)$/,
  file: /^(-[a-zA-Z]*C.*|--co.*)$/,
  date: /^(?!\+|-u$|-I|-R$)/,
  make: /^([A-Z_a-z]+[:+?]?=.*|--ev.*|-[a-zA-Z]*E.*|-|-[a-zA-Z]*f-|--(file|makefile)=-)$/,
  man: /^(-[a-zA-Z]*[HP].*|--html.*|--pager.*)$/,
  printf: /^-v/,
  test: /^-v$/,
  wc: /^--files0/,
  du: /^--files0/,
  diff: /^--(from|to)-f/,
  sed: /^(-(?![nEru]+$).*|--.*)$/,
  node: /^(-[a-z]*[eprc].*|--eval.*|--print.*|--require.*|--import.*|--loader.*|--experimental-loader.*|-)$/,
  npm: /^(-C.*|--(script-s|pref|userc|globalc|node-o).*)$/,
  cargo: /^--config/,
  go: /^-(exec|toolexec|modfile|overlay)/,
};

/** Options with which readers follow links inside the folders that they are given. */
export const linkFollowers: Readonly<Record<string, RegExp>> = {
  grep: /^(-[a-zA-Z]*R.*|--de.*)$/,
  egrep: /^(-[a-zA-Z]*R.*|--de.*)$/,
  fgrep: /^(-[a-zA-Z]*R.*|--de.*)$/,
  rg: /^(-[a-zA-Z]*L.*|--follow)$/,
  fd: /^(-[a-zA-Z]*L.*|--follow)$/,
  find: /^-(L|H|follow)$/,
  tree: /^-[a-zA-Z]*l.*$/,
  du: /^(-[a-zA-Z]*[LDH].*|--de.*)$/,
  ls: /^(-[a-zA-Z]*[LH].*|--de.*)$/,
  diff: /^(-[a-zA-Z]*r.*|--rec.*)$/,
};

/** `-c`, `-e`, `-` and the like, for interpreters without an entry of their own. */
export const inlineProgram = /^(-[a-zA-Z]*[ceEpri].*|--eval.*|--print.*|-)$/;

/** The sed scripts that neither write nor run: lines to print or drop, and a plain substitution. */
export const harmlessSedScript = /^(\d*(,\+?\d+)?[pd]|s([/|#,])(?:(?!\3).)*\3(?:(?!\3).)*\3[gpiI0-9]*)$/;
