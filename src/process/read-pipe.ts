/** Reading what a command prints. */
import { closeSync, readSync } from "node:fs";
import type { PipeReader } from "./pipe.ts";

/** Takes bytes in the order in which they come. */
export type ByteSink = {
  /** Where to put the next bytes; null while there is no room. */
  room(): Uint8Array | null;
  /** After `room` was null: calls back once there is. */
  whenRoom(tell: () => void): void;
  /** So many bytes have been put at the start of the last `room`. */
  took(bytes: number): void;
  /** Nothing more is there for now. */
  idle(): void;
};

export type Reading = {
  /** Resolves when nobody can write any more. Rejects when reading fails. */
  readonly ended: Promise<void>;
  /**
   * Takes of what is there now, without waiting for the next look, and sees whether the end has come. `more`: there may be
   * more than could be taken at once, or the sink has no room. `nothing` also where only waiting tells.
   */
  look(): "more" | "nothing";
  /** From now on reading does not keep rein running. */
  unref(): void;
};

/**
 * The pause before the next look at an empty pipe, ms: a twentieth of the time since something came, within limits. So
 * news is late by a twentieth at most, and a quiet command costs ten looks a second.
 */
const pause = { part: 1 / 20, least: 1, most: 100 } as const;

/** After one look the screen and the keys get their turn, ms. */
const lookMs = 4;

/**
 * Reads a pipe to its end into `sink` and closes it.
 *
 * It looks from time to time instead of being woken: Bun's streams (1.4.5) make a new array for each of the small
 * pieces in which a pipe is handed over, which costs tens of MB of memory for 1 GB of output, and read ahead, so
 * that they cannot be told to wait for a slow disk. A look at an empty pipe takes some ten microseconds.
 */
export function readPipe(reader: PipeReader, sink: ByteSink): Reading {
  return reader.nonBlocking
    ? lookRepeatedly(reader.fd, sink)
    : readStream(Bun.file(reader.fd).stream(), sink, () => closeSync(reader.fd));
}

/** Reads a stream to its end into `sink`. */
export function readStream(
  stream: AsyncIterable<Uint8Array>,
  sink: ByteSink,
  close: () => void = () => {},
): Reading {
  const ended = (async () => {
    try {
      for await (const bytes of stream) await put(bytes, sink);
    } finally {
      close();
    }
  })();
  return { ended, look: () => "nothing", unref: () => {} };
}

/** Puts bytes into a sink, when it has room for them. */
export async function put(bytes: Uint8Array, sink: ByteSink): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) {
    const room = sink.room();
    if (room === null) {
      await new Promise<void>((resolve) => {
        sink.whenRoom(resolve);
      });
      continue;
    }
    const piece = rest.subarray(0, room.length);
    room.set(piece);
    sink.took(piece.length);
    rest = rest.subarray(piece.length);
  }
  sink.idle();
}

function lookRepeatedly(fd: number, sink: ByteSink): Reading {
  const { promise, resolve, reject } = Promise.withResolvers<void>();
  let state: "looking" | "waiting for room" | "over" = "looking";
  let until: "short" | "empty" = "short";
  let lastFound = performance.now();
  let keepsRunning = true;
  let timer: NodeJS.Timeout | undefined;
  let immediate: NodeJS.Immediate | undefined;

  const finish = (thrown?: unknown) => {
    state = "over";
    closeSync(fd);
    if (thrown === undefined) resolve();
    else reject(thrown);
  };
  /** True when there may be more. */
  const look = (): boolean => {
    clearTimeout(timer);
    clearImmediate(immediate);
    if (state !== "looking") return state === "waiting for room";
    try {
      const found = lookOnce(fd, sink, until);
      if (found === "end") finish();
      else if (found === "no room") {
        lastFound = performance.now();
        state = "waiting for room";
        sink.whenRoom(goOn);
        return true;
      } else if (found > 0) {
        lastFound = performance.now();
        immediate = setImmediate(look);
        return true;
      } else {
        const quiet = performance.now() - lastFound;
        timer = setTimeout(look, Math.min(Math.max(quiet * pause.part, pause.least), pause.most));
        if (!keepsRunning) timer.unref();
      }
    } catch (thrown) {
      finish(thrown);
    }
    return false;
  };
  const goOn = () => {
    state = "looking";
    look();
  };
  timer = setTimeout(look, pause.least);
  return {
    ended: promise,
    look() {
      until = "empty";
      return look() ? "more" : "nothing";
    },
    unref() {
      keepsRunning = false;
      timer?.unref();
    },
  };
}

/**
 * Reads what is there, for a while, and returns how many bytes that was. `short` stops at a read that did not fill
 * the room, which saves one that fails, and lets the next find more; `empty` sees also whether the end has come.
 */
function lookOnce(fd: number, sink: ByteSink, until: "short" | "empty"): number | "end" | "no room" {
  let taken = 0;
  for (const start = performance.now(); performance.now() - start < lookMs;) {
    const room = sink.room();
    if (room === null) return "no room";
    const bytes = readNow(fd, room);
    if (bytes === 0) return "end";
    if (bytes === null) break;
    sink.took(bytes);
    taken += bytes;
    if (until === "short" && bytes < room.length) break;
  }
  sink.idle();
  // What is found once the file has taken this is more, and nobody has waited for nothing.
  return taken > 0 && sink.room() === null ? "no room" : taken;
}

/** Null when nothing is there, 0 at the end. */
function readNow(fd: number, room: Uint8Array): number | null {
  try {
    return readSync(fd, room);
  } catch (thrown) {
    if (thrown instanceof Error && "code" in thrown && thrown.code === "EAGAIN") return null;
    throw thrown;
  }
}
