/** A pipe of the operating system. */
import { closeSync } from "node:fs";
import { dlopen, FFIType } from "bun:ffi";

export type Pipe = {
  /** For the child: give it as stdout and stderr, then call `closeWriter`. */
  readonly writer: number;
  closeWriter(): void;
  /** For `readPipe`, which closes it. */
  readonly reader: PipeReader;
  /** Closes both ends of a pipe that was not used. */
  discard(): void;
};

export type PipeReader = {
  readonly fd: number;
  /** Reading an empty pipe fails with `EAGAIN` instead of waiting. */
  readonly nonBlocking: boolean;
};

/**
 * How much the pipe holds, bytes: what a program can print between two looks. The most that Linux gives to everybody
 * (`/proc/sys/fs/pipe-max-size`); pages are taken only when something is in them.
 */
export const pipeSize = 1024 * 1024;

/**
 * Opens a pipe, or returns null where the C library cannot be reached.
 *
 * Why at all: what Bun calls a pipe is a socket (1.4.5). A socket cannot be opened again through `/dev/stdout` or
 * `/dev/stderr`, so `echo … > /dev/stderr`, which half of all shell scripts have, would fail. Neither Bun nor
 * `node:fs` has pipe(2).
 */
export function openPipe(): Pipe | null {
  const ends = openPipeEnds();
  if (ends === null) return null;
  const [fd, writer] = ends;
  return {
    writer,
    closeWriter: () => closeSync(writer),
    reader: { fd, nonBlocking: library()?.widen(fd) ?? false },
    discard() {
      closeSync(fd);
      closeSync(writer);
    },
  };
}

/** The reading and the writing end, neither of which a child inherits by itself. Null without a C library. */
export function openPipeEnds(): [reader: number, writer: number] | null {
  const ends = new Int32Array(2);
  if (library()?.pipe(ends) !== 0) return null;
  const [reader, writer] = ends;
  return reader === undefined || writer === undefined ? null : [reader, writer];
}

type Library = {
  pipe(ends: Int32Array): number;
  /** Makes room in the pipe and reading it non-blocking; returns whether reading is. */
  widen(reader: number): boolean;
};

let loaded: Library | null | undefined;

function library(): Library | null {
  loaded ??= process.platform === "darwin" ? loadDarwin() : loadLinux();
  return loaded;
}

function loadDarwin(): Library | null {
  return firstThatLoads(["libSystem.B.dylib"], (name) => {
    const { symbols } = dlopen(name, { pipe: { args: [FFIType.ptr], returns: FFIType.i32 } });
    // fcntl(2) takes its third argument in another way there than a function called through FFI is given it. Bun's
    // spawn sees to it that a child inherits nothing.
    return { pipe: (ends) => symbols.pipe(ends), widen: () => false };
  });
}

/** Numbers of Linux; the same on x86-64 and arm64. */
const linux = { O_CLOEXEC: 0o2000000, O_NONBLOCK: 0o4000, F_SETFL: 4, F_SETPIPE_SZ: 1031 } as const;

function loadLinux(): Library | null {
  const architecture = process.arch === "arm64" ? "aarch64" : "x86_64";
  return firstThatLoads(["libc.so.6", `libc.musl-${architecture}.so.1`], (name) => {
    const { symbols } = dlopen(name, {
      pipe2: { args: [FFIType.ptr, FFIType.i32], returns: FFIType.i32 },
      fcntl: { args: [FFIType.i32, FFIType.i32, FFIType.i32], returns: FFIType.i32 },
    });
    return {
      pipe: (ends) => symbols.pipe2(ends, linux.O_CLOEXEC),
      widen(reader) {
        // A user with very many pipes gets no larger ones; 64 KiB do as well, only slower.
        symbols.fcntl(reader, linux.F_SETPIPE_SZ, pipeSize);
        return symbols.fcntl(reader, linux.F_SETFL, linux.O_NONBLOCK) === 0;
      },
    };
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
