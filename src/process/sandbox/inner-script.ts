/**
 * What bash runs inside the sandbox around the approved command. It is the same text for every command: the command
 * comes in a variable, byte for byte, so that no quoting of ours stands between what was approved and what runs.
 */

/** Names of the variables that the script takes, and takes out of the command's environment. */
export const innerVariables = {
  command: "REIN_COMMAND",
  temporary: "REIN_TMPDIR",
  /** The mark of the command's own processes; see marked-processes.ts. */
  mark: "REIN_MARK",
  startFile: "REIN_BASH_ENV",
  /** Made when the command left something running, which ends with it. */
  leftFile: "REIN_LEFT",
  /** Ports outside that are to be reached at the same ports inside, with blanks between them. */
  ports: "REIN_PORTS",
  /** A FIFO, made inside, by which further ones come, a line each. */
  morePorts: "REIN_MORE_PORTS",
  /** The program that relays them. */
  socat: "REIN_SOCAT",
} as const;

/**
 * `mark` is the variable that holds a mark. The sandbox has process numbers of its own, and all in it ends with the
 * script: so it says what is left (all but the relays of the network, also while one is being set up), and lets what was
 * asked to end by TERM do so for up to 2 s. bash's own words about a shell that was killed go nowhere.
 */
export function innerScript(mark: string): string {
  const { command, temporary, mark: given, startFile, leftFile } = innerVariables;
  return `__command=$${command} __left=$${leftFile} __reader=
${relays}
export TMPDIR="$${temporary}" ${mark}="$${given}"
[ -z "$${startFile}" ] || export BASH_ENV="$${startFile}"
unset ${Object.values(innerVariables).join(" ")} SANDBOX_RUNTIME CLAUDE_CODE_HOST_HTTP_PROXY_PORT CLAUDE_CODE_HOST_SOCKS_PROXY_PORT
set -- /proc/[0-9]*
__ours=" $* "
__count() {
  __found=0
  for __process in /proc/[0-9]*; do
    [[ $__ours != *" $__process "* ]] || continue
    __stat=; { IFS= read -r __stat < "$__process/stat"; } 2>/dev/null || continue
    set -- \${__stat##*") "}
    [[ $__stat == *"(socat) "* || $1 == [ZX] || $2 == "$__reader" ]] || __found=$((__found + 1))
  done
}
exec 3>&2 2>/dev/null
"$BASH" --noprofile --norc -c "$__command" 2>&3 3>&-
__code=$?
__count
if [ "$__code" -gt 128 ]; then
  for __round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [ "$__found" -gt 0 ] || break
    /bin/sleep 0.1 || break
    __count
  done
fi
[ "$__found" -eq 0 ] || : > "$__left"
exit "$__code"`;
}

/** Each port leads to the proxy of the sandbox, which knows from the login in its address what this command may. */
const relays = `__relay() {
  local login=\${HTTP_PROXY#*//} family=TCP4 options=fork,reuseaddr,backlog=4096 hex round
  [ ! -e /proc/net/if_inet6 ] || family=TCP6 options=ipv6only=0,$options
  "$${innerVariables.socat}" "$family-LISTEN:$1,$options" "PROXY:localhost:localhost:$1,proxyport=3128,proxyauth=\${login%@*}" &
  printf -v hex ':%04X ' "$1"
  for round in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
    [[ $(< /proc/net/tcp)$(< /proc/net/tcp6) != *"$hex"* ]] || break
    /bin/sleep 0.01
  done
} >/dev/null 2>&1
for __port in $${innerVariables.ports}; do __relay "$__port"; done
if [ -n "$${innerVariables.morePorts}" ] && mkfifo "$${innerVariables.morePorts}"; then
  while read -r __port; do __relay "$__port"; done <> "$${innerVariables.morePorts}" &
  __reader=$!
fi`;
