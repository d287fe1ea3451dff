// Starts Bun in this process's place, or as a child that nobody can tell from it.

/**
 * Runs `bun` with `args` on this process's own terminal, environment and working folder. Does not return: this
 * process ends as Bun ends, with its exit code or by the same signal.
 *
 * Node >= 22.15 can replace itself. Elsewhere Bun is a child: signals that only this process gets are passed on, and a
 * `leash` ends it when this process is killed in a way that cannot be passed on.
 *
 * @param {string} bun absolute path of the binary
 * @param {readonly string[]} args
 * @param {string} [leash] absolute path of a module for the child to load first; its descriptor 3 ends with this process
 */
export async function launch(bun, args, leash) {
  if (process.execve !== undefined && process.platform !== "win32") {
    try {
      process.execve(bun, [bun, ...args], process.env);
    } catch {
      // Node 26 throws if the file cannot be run; the child below says why.
    }
  }

  const { spawn } = await import("node:child_process");
  const isHeld = leash !== undefined && process.platform !== "win32";
  const child = isHeld
    ? spawn(bun, [`--preload=${leash}`, ...args], { stdio: ["inherit", "inherit", "inherit", "pipe"] })
    : spawn(bun, args, { stdio: "inherit" });
  const pass = (signal) => child.kill(signal);
  // A terminal sends these two to the whole foreground group, so the child has them already.
  const passUnlessFromTerminal = (signal) => {
    if (!(process.stdin.isTTY || process.stdout.isTTY || process.stderr.isTTY)) pass(signal);
  };
  const handlers = {
    SIGTERM: pass,
    SIGHUP: pass,
    SIGINT: passUnlessFromTerminal,
    SIGQUIT: passUnlessFromTerminal,
  };
  for (const [signal, handler] of Object.entries(handlers)) process.on(signal, handler);

  child.on("error", (error) => {
    process.stderr.write(`rein could not start Bun (${bun}): ${error.message}\n`);
    process.exitCode = 1;
  });
  child.on("exit", (code, signal) => {
    if (signal === null) process.exit(code ?? 1);
    for (const name of Object.keys(handlers)) process.removeAllListeners(name);
    process.kill(process.pid, signal);
  });
}
