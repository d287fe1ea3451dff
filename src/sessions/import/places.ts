/** Where the other programs keep their transcripts. Touches nothing but to look. */
import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";
import type { Environment } from "../paths.ts";

/** Absolute folders and files, which need not exist. */
export type ImportPlaces = {
  /** Each has a folder a project. */
  readonly claudeProjects: readonly string[];
  /** Each has folders by year, month and day, or files. */
  readonly codexSessions: readonly string[];
  /** Has a folder a project. */
  readonly geminiProjects: string;
  /** Names the folder of each project. */
  readonly geminiRegistry: string;
  /** The database where the user has named one; else it is in the folder. */
  readonly opencode: { readonly data: string; readonly database: string | null };
  /** Has a folder a project. */
  readonly piSessions: string;
};

/** The places, as these variables and the programs' own defaults say. */
export function importPlaces(env: Environment): ImportPlaces {
  const home = set(env, "HOME") ?? homedir();
  const at = (name: string) => {
    const value = set(env, name);
    if (value === undefined) return undefined;
    return value === "~" || value.startsWith("~/") ? join(home, value.slice(1)) : value;
  };
  const claude = at("CLAUDE_CONFIG_DIR");
  const codex = at("CODEX_HOME") ?? join(home, ".codex");
  const gemini = join(at("GEMINI_CLI_HOME") ?? home, ".gemini");
  const data = join(absolute(at("XDG_DATA_HOME")) ?? join(home, ".local", "share"), "opencode");
  const database = at("OPENCODE_DB");
  const pi = at("PI_CODING_AGENT_DIR") ?? join(home, ".pi", "agent");
  return {
    claudeProjects: (claude === undefined
      ? [join(home, ".claude"), join(absolute(at("XDG_CONFIG_HOME")) ?? join(home, ".config"), "claude")]
      : [claude]
    ).map((folder) => join(folder, "projects")),
    codexSessions: [join(codex, "sessions"), join(codex, "archived_sessions")],
    geminiProjects: join(gemini, "tmp"),
    geminiRegistry: join(gemini, "projects.json"),
    opencode: {
      data,
      database:
        database === undefined || database === ":memory:"
          ? null
          : isAbsolute(database)
            ? database
            : join(data, database),
    },
    piSessions: at("PI_CODING_AGENT_SESSION_DIR") ?? join(pi, "sessions"),
  };
}

/** Whether any of the programs has kept anything here, at once. */
export function hasPlaces(env: Environment): boolean {
  const { claudeProjects, codexSessions, geminiProjects, opencode, piSessions } = importPlaces(env);
  return [...claudeProjects, ...codexSessions, geminiProjects, opencode.data, piSessions].some((place) =>
    existsSync(place),
  );
}

function set(env: Environment, name: string): string | undefined {
  const value = env[name];
  return value === undefined || value.trim() === "" ? undefined : value;
}

/** A relative path in these variables is to be ignored, their specification says. */
function absolute(path: string | undefined): string | undefined {
  return path !== undefined && isAbsolute(path) ? path : undefined;
}
