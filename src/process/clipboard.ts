/** What the desktop's clipboard holds, asked of the program that knows it. Only when the user has asked for it. */
import { existsSync } from "node:fs";
import { say } from "../words/say.ts";
import { searchPath } from "./search-path.ts";

type Environment = Readonly<Record<string, string | undefined>>;

/** `image`: the bytes of a PNG file. `failed`: why, and what to do, as a sentence for the user. */
export type Clipboard =
  | { readonly type: "image"; readonly bytes: Uint8Array }
  | { readonly type: "text"; readonly text: string }
  | { readonly type: "empty" }
  | { readonly type: "failed"; readonly why: string };

export type ClipboardOptions = {
  readonly env: Environment;
  /** As in `process.platform`. */
  readonly platform: string;
  /** The project's folder, absolute: no program in it is used. */
  readonly root: string;
  readonly signal: AbortSignal;
};

/** More is not taken from the clipboard, bytes. */
const mostBytes = 64 * 1024 * 1024;
/** For so long a program is waited for, ms: one asks the window that the content was copied from, which may be busy. */
const longestMs = 5_000;

/** A program that knows a clipboard. `decode` makes the file of what it prints for an image. */
type Source = {
  readonly program: string;
  readonly image: readonly string[];
  readonly text: readonly [program: string, ...arguments: readonly string[]];
  readonly decode?: (printed: Buffer) => Buffer;
  /** How it comes onto the machine. */
  readonly install: string;
};

/** Asks for an image first, then for text. Never rejects, and takes a few seconds at most. */
export async function readClipboard(options: ClipboardOptions): Promise<Clipboard> {
  const sources = sourcesFor(options);
  const installed = sources.find(({ program }) => findProgram(program, options) !== null);
  if (installed === undefined) return { type: "failed", why: noProgramWords(sources) };
  const { program, image, text, decode = (printed: Buffer) => printed } = installed;
  const shown = await run([program, ...image], options);
  if (shown.type === "failed") return shown;
  const bytes = decode(shown.bytes);
  if (isPng(bytes)) return { type: "image", bytes };
  const said = await run(text, options);
  if (said.type === "failed") return said;
  const words = said.bytes.toString("utf8").replace(/\r\n?/g, "\n");
  return words.trim() === "" ? { type: "empty" } : { type: "text", text: words };
}

function sourcesFor({ env, platform }: ClipboardOptions): Source[] {
  if (platform === "darwin") return [macOS];
  const isSet = (name: string) => (env[name] ?? "") !== "";
  return [
    ...(isSet("WSL_DISTRO_NAME") || isSet("WSL_INTEROP") ? [windows] : []),
    ...(isSet("WAYLAND_DISPLAY") ? [wayland] : []),
    ...(isSet("DISPLAY") ? [x11] : []),
  ];
}

const wayland: Source = {
  program: "wl-paste",
  image: ["--type", "image/png"],
  text: ["wl-paste", "--no-newline"],
  install: "wl-clipboard",
};

const x11: Source = {
  program: "xclip",
  image: ["-selection", "clipboard", "-t", "image/png", "-o"],
  text: ["xclip", "-selection", "clipboard", "-o"],
  install: "xclip",
};

/** Prints `«data PNGf89504E47…»`. */
const macOS: Source = {
  program: "osascript",
  image: ["-e", "get the clipboard as «class PNGf»"],
  text: ["pbpaste"],
  decode: (printed) => Buffer.from(/PNGf([0-9A-F]+)/.exec(printed.toString("latin1"))?.[1] ?? "", "hex"),
  install: "osascript",
};

const askWindows = `
Add-Type -AssemblyName System.Windows.Forms, System.Drawing
$image = [System.Windows.Forms.Clipboard]::GetImage()
if ($image) {
  $stream = New-Object System.IO.MemoryStream
  $image.Save($stream, [System.Drawing.Imaging.ImageFormat]::Png)
  [Convert]::ToBase64String($stream.ToArray())
}`;

const windows: Source = {
  program: "powershell.exe",
  image: ["-NoProfile", "-NonInteractive", "-STA", "-Command", askWindows],
  text: [
    "powershell.exe",
    "-NoProfile",
    "-NonInteractive",
    "-Command",
    "[Console]::OutputEncoding = [Text.Encoding]::UTF8; Get-Clipboard -Raw",
  ],
  decode: (printed) => Buffer.from(printed.toString("latin1"), "base64"),
  install: "PowerShell",
};

/** Where Windows has it; the folders of Windows are open to everybody, so the search passes them over. */
const windowsPowerShell = "/mnt/c/Windows/System32/WindowsPowerShell/v1.0/powershell.exe";

function findProgram(name: string, { env, root }: ClipboardOptions): string | null {
  const found = Bun.which(name, { PATH: searchPath(env["PATH"] ?? "", { root }) });
  if (found !== null) return found;
  return name === windows.program && existsSync(windowsPowerShell) ? windowsPowerShell : null;
}

function noProgramWords(sources: readonly Source[]): string {
  const [first] = sources;
  if (first === undefined)
    return say`No clipboard can be reached from here: neither WAYLAND_DISPLAY nor DISPLAY is set. Drag the image's file onto the window instead.`;
  return say`${first.program} is needed to read the clipboard and was not found. Install ${first.install}, or drag the image's file onto the window.`;
}

type Printed = { readonly type: "printed"; readonly bytes: Buffer } | Extract<Clipboard, { type: "failed" }>;

/** What a program prints; nothing when it fails, as it does where the clipboard holds something else. */
async function run(argv: readonly string[], options: ClipboardOptions): Promise<Printed> {
  const [name = "", ...rest] = argv;
  const program = findProgram(name, options);
  if (program === null) return { type: "printed", bytes: Buffer.alloc(0) };
  const signal = AbortSignal.any([options.signal, AbortSignal.timeout(longestMs)]);
  try {
    const child = Bun.spawn([program, ...rest], {
      // Not in the project: what lies there must not have a say.
      cwd: "/",
      env: environmentOf(options.env),
      stdin: "ignore",
      stdout: "pipe",
      stderr: "ignore",
      signal,
      killSignal: "SIGKILL",
    });
    const pieces: Uint8Array[] = [];
    let size = 0;
    const reader = child.stdout.getReader();
    // What it has started may hold the pipe open when it is gone.
    signal.addEventListener("abort", () => void reader.cancel(), { once: true });
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      pieces.push(value);
      size += value.length;
      if (size <= mostBytes) continue;
      child.kill("SIGKILL");
      return {
        type: "failed",
        why: say`The clipboard holds more than ${mostBytes / 1024 / 1024} MB, which is not taken.`,
      };
    }
    const code = await child.exited;
    if (signal.aborted) return tooLate(name);
    return { type: "printed", bytes: code === 0 ? Buffer.concat(pieces) : Buffer.alloc(0) };
  } catch (thrown) {
    if (signal.aborted) return tooLate(name);
    const reason = thrown instanceof Error ? thrown.message : String(thrown);
    return { type: "failed", why: say`${name} could not be started: ${reason}.` };
  }
}

function tooLate(name: string): Printed {
  return {
    type: "failed",
    why: say`${name} has not told in ${longestMs / 1_000} seconds what the clipboard holds. Try again, or drag the image's file onto the window.`,
  };
}

/** What such a program needs to find the desktop, and nothing else of the environment. */
const needed =
  /^(?:PATH|HOME|USER|LANG|LC_\w+|TMPDIR|DISPLAY|XAUTHORITY|WAYLAND_DISPLAY|XDG_RUNTIME_DIR|WSL\w*)$/;

function environmentOf(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) =>
      value !== undefined && needed.test(name) ? [[name, value]] : [],
    ),
  );
}

function isPng(bytes: Buffer): boolean {
  return bytes.subarray(0, 8).toString("latin1") === "\x89PNG\r\n\x1a\n";
}
