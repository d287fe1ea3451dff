/** Which variables of rein's own environment a command of the model's gets. Pure. */

const words = (text: string) => text.split(" ");

/** Who and where the user is, how they write, and where their tools keep what they need. */
const inherited = new Set([
  ...words("HOME USER LOGNAME SHELL LANG LANGUAGE TZ TMPDIR CI NODE_ENV"),
  ...words(
    "XDG_CONFIG_HOME XDG_CONFIG_DIRS XDG_DATA_HOME XDG_DATA_DIRS XDG_STATE_HOME XDG_CACHE_HOME XDG_RUNTIME_DIR",
  ),
  ...words(
    "SSL_CERT_FILE SSL_CERT_DIR NODE_EXTRA_CA_CERTS REQUESTS_CA_BUNDLE CURL_CA_BUNDLE NIX_SSL_CERT_FILE",
  ),
  ...words(
    "NVM_DIR NVM_BIN FNM_DIR FNM_MULTISHELL_PATH VOLTA_HOME N_PREFIX PNPM_HOME COREPACK_HOME BUN_INSTALL DENO_DIR",
  ),
  ...words(
    "DENO_INSTALL JAVA_HOME JDK_HOME MAVEN_HOME M2_HOME GRADLE_HOME GRADLE_USER_HOME SDKMAN_DIR KOTLIN_HOME",
  ),
  ...words("ANDROID_HOME ANDROID_SDK_ROOT ANDROID_NDK_HOME ANDROID_NDK_ROOT FLUTTER_ROOT DOTNET_ROOT"),
  ...words("GOPATH GOROOT GOBIN GOCACHE GOMODCACHE CARGO_HOME CARGO_TARGET_DIR RUSTUP_HOME RUSTUP_TOOLCHAIN"),
  ...words(
    "VIRTUAL_ENV CONDA_PREFIX CONDA_DEFAULT_ENV CONDA_EXE PYENV_ROOT PYENV_VERSION PIPX_HOME POETRY_HOME UV_CACHE_DIR",
  ),
  ...words(
    "RBENV_ROOT RBENV_VERSION GEM_HOME GEM_PATH rvm_path ASDF_DIR ASDF_DATA_DIR MISE_DATA_DIR MISE_CACHE_DIR",
  ),
  ...words(
    "OPAM_SWITCH_PREFIX GHCUP_INSTALL_BASE_PREFIX NIX_PATH NIX_PROFILES HOMEBREW_PREFIX HOMEBREW_CELLAR",
  ),
  ...words("HOMEBREW_REPOSITORY SDKROOT DEVELOPER_DIR __CF_USER_TEXT_ENCODING"),
]);

/** Where the network is reached through somebody else. */
const proxies = new Set(
  words("HTTP_PROXY HTTPS_PROXY ALL_PROXY NO_PROXY http_proxy https_proxy all_proxy no_proxy"),
);

/** They make a shell or the loader run code, or have bash read its text differently from how it was shown. */
const never =
  /^(BASH_ENV|ENV|SHELLOPTS|BASHOPTS|BASH_FUNC_.*|BASH_XTRACEFD|POSIXLY_CORRECT|PS4|IFS|CDPATH|GLOBIGNORE|PROMPT_COMMAND|LD_.*|DYLD_.*|REIN_.*)$/;

/** They make programs that only look load or run something. */
const notForLooks =
  /^(NODE_OPTIONS|PYTHON.*|PERL5.*|PERLLIB|RUBY.*|GIT_.*|RIPGREP_CONFIG_PATH|LESS.*|.*PAGER|.*EDITOR|VISUAL|GREP_.*|JQ_.*|AWKPATH|AWKLIBPATH|TAR_OPTIONS|MAGIC|SSH_.*)$/;

/** True for the name of a variable that a command gets without anybody having named it. */
export function isInherited(name: string): boolean {
  return inherited.has(name) || /^LC_[A-Z]+$/.test(name);
}

/** True for the name of a variable with the address of a proxy. */
export function isProxyName(name: string): boolean {
  return proxies.has(name);
}

/** True for a variable that a command may get because the user named it. */
export function mayBePassed(name: string, looks: boolean): boolean {
  return !never.test(name) && !(looks && notForLooks.test(name));
}

/** The address of a proxy without the name and password in it: they would be there for everything that runs. */
export function withoutLogin(address: string): string {
  return address.replace(/^([a-z][a-z0-9+.-]*:\/\/)?[^/]*@/i, "$1");
}
