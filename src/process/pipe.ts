/** A pipe of the operating system. */
import { closeSync } from "node:fs";
import { dlopen, FFIType } from "bun:ffi";

export type Pipe = {
  /** For the child: give it as stdout and stderr, then call `closeWriter`. */
  readonly writer: number;
  closeWriter(): void;
  /** Everything written until the last writer is gone; closes the reading end then. May be read once. */
  read(): AsyncGenerator<Uint8Array>;
  /** Closes both ends of a pipe that was not used. */
  discard(): void;
};

/** `O_CLOEXEC` on Linux, so that no other child inherits the pipe and keeps it open. Bun's spawn sees to it on macOS. */
const closeOnExec = 0o2000000;

/**
 * Opens a pipe, or returns null where the C library cannot be reached.
 *
 * Why at all: what Bun calls a pipe is a socket (1.4.5). A socket cannot be opened again through `/dev/stdout` or
 * `/dev/stderr`, so `echo … > /dev/stderr`, which half of all shell scripts have, would fail. Neither Bun nor
 * `node:fs` has pipe(2).
 */
export function openPipe(): Pipe | null {
  const ends = pipeEnds();
  if (ends === null) return null;
  const [reader, writer] = ends;
  return {
    writer,
    closeWriter: () => closeSync(writer),
    async *read() {
      try {
        yield* Bun.file(reader).stream();
      } finally {
        closeSync(reader);
      }
    },
    discard() {
      closeSync(reader);
      closeSync(writer);
    },
  };
}

let systemPipe: ((ends: Int32Array) => number) | null | undefined;

function pipeEnds(): [number, number] | null {
  systemPipe ??= loadSystemPipe();
  const ends = new Int32Array(2);
  if (systemPipe === null || systemPipe(ends) !== 0) return null;
  const [reader, writer] = ends;
  return reader === undefined || writer === undefined ? null : [reader, writer];
}

function loadSystemPipe(): ((ends: Int32Array) => number) | null {
  if (process.platform === "darwin") {
    return firstThatLoads(["libSystem.B.dylib"], (name) => {
      const { symbols } = dlopen(name, { pipe: { args: [FFIType.ptr], returns: FFIType.i32 } });
      return (ends) => symbols.pipe(ends);
    });
  }
  const architecture = process.arch === "arm64" ? "aarch64" : "x86_64";
  return firstThatLoads(["libc.so.6", `libc.musl-${architecture}.so.1`], (name) => {
    const { symbols } = dlopen(name, { pipe2: { args: [FFIType.ptr, FFIType.i32], returns: FFIType.i32 } });
    return (ends) => symbols.pipe2(ends, closeOnExec);
  });
}

function firstThatLoads<T>(names: readonly string[], load: (name: string) => T): T | null {
  for (const name of names) {
    try {
      return load(name);
    } catch {
      // Another C library, or none that can be loaded: the caller has a way without.
    }
  }
  return null;
}
