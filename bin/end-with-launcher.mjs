// Loaded before rein where it is a child of the launcher: ends it when the launcher is gone, however that ended.
//
// The launcher holds the other end of descriptor 3, which closes with it, killed or not. Nothing is ever sent, so it
// costs nothing to wait; and commands that rein starts do not inherit it, because Bun hands on only what it is told to.

const launcher = await Bun.connect({ fd: 3, socket: { data() {}, close: hangUp } });
launcher.unref(); // it must not keep a rein alive that has nothing left to do

/** As if the terminal had gone away: whoever handles that keeps drafts and the log, and ends commands. */
function hangUp() {
  if (process.listenerCount("SIGHUP") > 0) process.kill(process.pid, "SIGHUP");
  else process.exit(129); // under nohup the signal alone would do nothing
}
