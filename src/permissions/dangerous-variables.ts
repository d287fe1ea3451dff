/** Names with which a script changes what other names mean. Pure. */
import {
  containedSubcommands,
  interpreters,
  machineWide,
  privileged,
  readers,
  risky,
  runners,
  shells,
  wrappers,
} from "./program-tables.ts";

/** Variables that decide what runs, or what a program loads, asks or talks to. */
const variables =
  /^(PATH|HOME|IFS|ENV|SHELL|SHELLOPTS|BASHOPTS|BASH_\w*|PS[0-4]|CDPATH|GLOBIGNORE|PROMPT_COMMAND|OPTIND|POSIXLY_CORRECT|TMPDIR|XDG_\w*|LD_\w*|DYLD_\w*|GIT_\w*|\w*PAGER|\w*EDITOR|VISUAL|BROWSER|NODE_(?!ENV$)\w*|npm_config_\w*|NPM_CONFIG_\w*|BUN_\w*|DENO_\w*|PYTHON(?!UNBUFFERED$)\w*|PIP_\w*|VIRTUAL_ENV|PERL\w*|RUBY\w*|GEM_\w*|BUNDLE_\w*|PHP\w*|LUA_\w*|CLASSPATH|\w*JAVA_\w*OPTIONS|\w*JAVA_OPTS|JDK_\w*|MAVEN_\w*|GRADLE_\w*|LESS\w*|MAN\w*|GROFF\w*|RIPGREP_CONFIG_PATH|FZF_\w*|GREP_\w*|TAR_OPTIONS|TAPE|RSYNC_\w*|RSH|MAKE\w*|MFLAGS|RUSTC\w*|RUSTFLAGS|RUSTDOC\w*|RUSTUP_\w*|CARGO\w*|GO(FLAGS|PATH|ROOT|PROXY|TOOLCHAIN|ENV|BIN)|CC|CXX|LD|CPP|CFLAGS|LDFLAGS|SSH\w*|SUDO_\w*|DISPLAY|\w*_PROXY|\w*_proxy|CURL_\w*|WGETRC|OPENSSL_\w*|SSL_\w*|GCONV_PATH|LOCPATH|NLSPATH|HOSTALIASES|RES_OPTIONS|TERMINFO\w*|TERMCAP|DOCKER_\w*|KUBECONFIG|AWS_\w*|GNUPGHOME|GPG_\w*|EXINIT|VIMINIT|VIM\w*|MYVIMRC|ZDOTDIR|INPUTRC|AWKPATH|AWKLIBPATH|FPATH|command_not_found_handle)$/;

const builtins =
  /^(:|\.|\[|alias|bg|bind|break|builtin|caller|cd|command|compgen|complete|continue|declare|dirs|disown|echo|enable|eval|exec|exit|export|false|fc|fg|getopts|hash|help|history|jobs|kill|let|local|logout|mapfile|popd|printf|pushd|pwd|read|readarray|readonly|return|set|shift|shopt|source|suspend|test|times|trap|true|type|typeset|ulimit|umask|unalias|unset|wait|command_not_found_handle)$/;

const programs = [interpreters, privileged, readers, risky, runners, shells, wrappers];

/** True for variables that change what commands do or mean. */
export function isDangerousVariable(name: string): boolean {
  return variables.test(name);
}

/** True for names of commands that everybody takes for granted. */
export function isTakenName(name: string): boolean {
  return (
    builtins.test(name) ||
    machineWide.test(name) ||
    name in containedSubcommands ||
    programs.some((known) => known.has(name))
  );
}
