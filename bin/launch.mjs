// Starts Bun in this process's place, or as a child that nobody can tell from it.

/**
 * Runs `bun` with `args` on this process's own terminal, environment and working folder. Does not return: this
 * process ends as Bun ends, with its exit code or by the same signal.
 *
 * Node >= 22.15 can replace itself. Elsewhere Bun is a child: signals that only this process gets are passed on.
 *
 * @param {string} bun absolute path of the binary
 * @param {readonly string[]} args
 */
export async function launch(bun, args) {
  if (process.execve !== undefined && process.platform !== "win32") {
    try {
      process.execve(bun, [bun, ...args], process.env);
    } catch {
      // Node 26 throws if the file cannot be run; the child below says why.
    }
  }

  const { spawn } = await import("node:child_process");
  const child = spawn(bun, args, { stdio: "inherit" });
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
