/** Expected trouble with a file or a path. */

export type FileErrorKind =
  | "bad_path"
  | "not_found"
  | "directory"
  | "special_file"
  | "too_large"
  | "not_text"
  | "no_permission"
  | "changed"
  | "exists"
  | "half_written"
  | "disk";

/**
 * Thrown by `workspace/` for everything that can be expected of files. The message names the path and the way out. After
 * a failed write every file is as it was, except for `half_written`, which says so.
 */
export class FileError extends Error {
  override readonly name = "FileError";
  readonly kind: FileErrorKind;

  constructor(kind: FileErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}

/** The system's error code of anything that was thrown ("ENOENT"), or undefined where there is none. */
export function errorCode(thrown: unknown): string | undefined {
  if (!(thrown instanceof Error) || !("code" in thrown)) return undefined;
  return typeof thrown.code === "string" ? thrown.code : undefined;
}

/** What a failed system call on a path means, as a `FileError`; anything that is no system error comes back as it is. */
export function fileError(thrown: unknown, path: string): unknown {
  if (thrown instanceof FileError) return thrown;
  switch (errorCode(thrown)) {
    case undefined:
      return thrown;
    case "ENOENT":
      return new FileError("not_found", `${path} does not exist.`, thrown);
    case "ENOTDIR":
    case "EEXIST":
      return new FileError("bad_path", `A part of ${path} is a file, not a folder.`, thrown);
    case "EISDIR":
      return new FileError("directory", `${path} is a folder.`, thrown);
    case "EACCES":
    case "EPERM":
      return new FileError("no_permission", `The system refuses access to ${path}.`, thrown);
    case "EROFS":
      return new FileError("no_permission", `${path} is on a read-only file system.`, thrown);
    case "ENOSPC":
    case "EDQUOT":
      return new FileError("disk", `There is no space left for ${path}.`, thrown);
    case "ENAMETOOLONG":
      return new FileError("bad_path", `The path is too long: ${path.slice(0, 200)}…`, thrown);
    case "ELOOP":
      return new FileError("bad_path", `${path} is a loop of symbolic links.`, thrown);
    default:
      return new FileError(
        "disk",
        `${path}: ${thrown instanceof Error ? thrown.message : String(thrown)}`,
        thrown,
      );
  }
}
