/** Calls from a list, as the permissions see them. */
import { realpathSync } from "node:fs";
import { resolve } from "node:path";
import { z } from "zod";
import { messageOf } from "../protocol/error.ts";
import type { Access } from "../protocol/tool-result.ts";
import type { SessionPolicy } from "../permissions/policy.ts";
import { jsonLine } from "../terminal/json-line.ts";
import { FileError } from "../workspace/file-error.ts";
import { resolvePathSync, writeAccess } from "../workspace/paths.ts";

const lineSchema = z.object({
  id: z.union([z.string(), z.number()]),
  tool: z.string(),
  input: z.looseObject({}),
});

type Kind = "execute" | "read" | "write" | "network" | "mcp" | "plan" | "nothing";

/** Tools by the names that models call them by, and what they do. */
const kinds: Readonly<Record<string, Kind>> = {
  ...kindOf("execute", "bash shell Bash run_command execute"),
  ...kindOf(
    "read",
    "read_file read Read cat view grep Grep search search_files glob Glob find_files list_files ls",
  ),
  ...kindOf(
    "write",
    "edit_file edit Edit str_replace multi_edit write_file write Write create_file delete_file",
  ),
  ...kindOf("network", "web_fetch WebFetch fetch"),
  ...kindOf("mcp", "mcp"),
  ...kindOf("plan", "present_plan"),
  // They only look at what the session has started itself.
  ...kindOf("nothing", "bash_output bash_kill"),
  ...kindOf("nothing", "todo_write"),
};

function kindOf(kind: Kind, names: string): Record<string, Kind> {
  return Object.fromEntries(names.split(" ").map((name) => [name, kind]));
}

/** The answer to one line of a list: one line of JSON without its end. Never throws. */
export function answerTo(line: string, policy: SessionPolicy, cwd: string): string {
  let id: string | number | null = null;
  try {
    const value: unknown = JSON.parse(line);
    if (typeof value === "object" && value !== null && "id" in value) {
      id = typeof value.id === "string" || typeof value.id === "number" ? value.id : null;
    }
    const call = lineSchema.parse(value);
    const {
      verdict,
      class: kind,
      reasons,
    } = policy.decide({ tool: call.tool, accesses: accessesOf(call, cwd) });
    return jsonLine({ id, verdict, class: kind, because: reasons });
  } catch (thrown) {
    if (thrown instanceof FileError) {
      // No tool gets that far: the path is refused before anybody is asked.
      return jsonLine({ id, verdict: "deny", class: "deny_or_always_ask", because: [thrown.message] });
    }
    const why =
      thrown instanceof z.ZodError ? z.prettifyError(thrown).replace(/\s+/g, " ") : messageOf(thrown);
    return jsonLine({ id, error: `This line is no call, so nothing was decided: ${why}` });
  }
}

/** What a call touches. Throws when its tool is not known or its input makes no sense. */
export function accessesOf(
  { tool, input }: Pick<z.infer<typeof lineSchema>, "tool" | "input">,
  root: string,
): Access[] {
  const kind = kinds[tool];
  const text = (...names: string[]): string | undefined => {
    const found = names.map((name) => input[name]).find((value) => typeof value === "string");
    return typeof found === "string" ? found : undefined;
  };
  const folder = text("cwd", "workdir");
  const cwd = folder === undefined ? root : realFolder(resolve(root, folder));
  switch (kind) {
    case "execute":
      return [{ type: "execute", command: required(text("command", "cmd"), "command"), cwd }];
    case "read":
      return [{ type: "read", path: resolvePathSync(cwd, text("path", "file_path", "folder") ?? ".").path }];
    case "write":
      return [writeAccess(resolvePathSync(cwd, required(text("path", "file_path"), "path")))];
    case "network":
      return [{ type: "network", url: required(text("url"), "url") }];
    case "mcp":
      return [
        {
          type: "mcp",
          server: required(text("server"), "server"),
          tool: required(text("tool"), "tool"),
        },
      ];
    case "plan":
      return [{ type: "plan" }];
    case "nothing":
      return [];
    default: {
      const named = /^mcp__(.+?)__(.+)$/s.exec(tool);
      if (named !== null) return [{ type: "mcp", server: named[1] ?? "", tool: named[2] ?? "" }];
      if (tool === "apply_patch") return patched(required(text("patch", "input"), "patch"), cwd);
      throw new Error(`there is no tool “${tool}”`);
    }
  }
}

/** The files that a patch names. */
function patched(patch: string, cwd: string): Access[] {
  const names = [...patch.matchAll(/^\*\*\* (?:(?:Add|Update|Delete) File|Move to): (.+)$/gm)].map(
    ([, name = ""]) => name.trim(),
  );
  if (names.length === 0) throw new Error("the patch names no file");
  return names.map((name) => writeAccess(resolvePathSync(cwd, name)));
}

function required(value: string | undefined, name: string): string {
  if (value === undefined) throw new Error(`its input has no text “${name}”`);
  return value;
}

function realFolder(folder: string): string {
  try {
    return realpathSync(folder);
  } catch {
    // A folder that is not there is outside of nothing: what is written is what counts.
    return folder;
  }
}
