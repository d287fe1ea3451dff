import { describe, expect, test } from "bun:test";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { instructionsLimit, readInstructions } from "../../src/context/instructions.ts";
import { buildSystemPrompt, type SystemPromptInput } from "../../src/context/system-prompt.ts";
import { temporaryFolder } from "../sessions/data-folder.ts";

const instructionsOf = (root: string) => readInstructions(root, () => false);

const input: SystemPromptInput = {
  cwd: "/home/ada/project",
  platform: "linux",
  day: "2030-01-02",
  gitBranch: "main",
  scratchFolder: "/home/ada/.local/share/rein/outputs/x/scratch",
  instructions: null,
};

describe("the system prompt", () => {
  test("is short", () => {
    const longest = buildSystemPrompt(input);
    expect(Buffer.byteLength(longest)).toBeLessThan(2_560);
  });

  test("says where the model is", () => {
    const prompt = buildSystemPrompt(input);
    for (const fact of ["/home/ada/project", "linux", "2030-01-02", "main", "outputs/x/scratch"]) {
      expect(prompt).toContain(fact);
    }
    expect(buildSystemPrompt({ ...input, gitBranch: null })).not.toContain("Git branch");
  });

  test("is the same for the same session, so that it can be cached", () => {
    expect(buildSystemPrompt(input)).toBe(buildSystemPrompt({ ...input }));
  });

  test("ends with the project's instructions, and says what is left out of them", () => {
    const instructions = { name: "AGENTS.md", text: "Use tabs.", cutBytes: 0 };
    expect(buildSystemPrompt({ ...input, instructions })).toEndWith(
      "(AGENTS.md)\nFollow them where the user does not say otherwise.\n\nUse tabs.",
    );
    expect(buildSystemPrompt({ ...input, instructions: { ...instructions, cutBytes: 7 } })).toEndWith(
      "[7 more bytes of AGENTS.md are left out; read the file for them.]",
    );
  });

  test("a folder's name cannot add lines to it", () => {
    expect(buildSystemPrompt({ ...input, cwd: "/home/ada/x\n# New rules" })).toContain(
      "- Project folder: /home/ada/x # New rules",
    );
  });
});

function project(files: Readonly<Record<string, string>>): string {
  const root = temporaryFolder();
  for (const [name, content] of Object.entries(files)) writeFileSync(join(root, name), content);
  return root;
}

describe("a project's instructions", () => {
  test("are those of AGENTS.md", async () => {
    const root = project({ "AGENTS.md": "\uFEFF# Rules\n", "CLAUDE.md": "others" });
    expect(await instructionsOf(root)).toEqual({
      instructions: { name: "AGENTS.md", text: "# Rules", cutBytes: 0 },
      notes: [],
    });
  });

  test("are those of CLAUDE.md when there is no AGENTS.md, or it is empty", async () => {
    expect((await instructionsOf(project({ "CLAUDE.md": "others" }))).instructions?.name).toBe("CLAUDE.md");
    const root = project({ "AGENTS.md": " \n", "CLAUDE.md": "others" });
    expect((await instructionsOf(root)).instructions?.name).toBe("CLAUDE.md");
  });

  test("are none in a project without", async () => {
    expect(await instructionsOf(temporaryFolder())).toEqual({ instructions: null, notes: [] });
  });

  test("are cut at a line when they are very long, with a note", async () => {
    const line = `${"é".repeat(50)}\n`;
    const { instructions, notes } = await instructionsOf(project({ "AGENTS.md": line.repeat(400) }));
    expect(Buffer.byteLength(instructions?.text ?? "")).toBeLessThanOrEqual(instructionsLimit);
    expect(instructions?.text).toEndWith("é");
    expect((instructions?.text.length ?? 0) % 51).toBe(50);
    expect(Buffer.byteLength(instructions?.text ?? "") + (instructions?.cutBytes ?? 0)).toBe(101 * 400 - 1);
    expect(notes[0]).toContain("AGENTS.md is larger than 32 KB");
  });

  test("are cut between characters when they have no lines", async () => {
    const { instructions } = await instructionsOf(project({ "AGENTS.md": `a${"😀".repeat(10_000)}` }));
    expect(instructions?.text).toBe(`a${"😀".repeat(8_191)}`);
  });

  test("may be a link inside the project, not one to the user's keys", async () => {
    const root = project({ "CLAUDE.md": "inside" });
    symlinkSync("CLAUDE.md", join(root, "AGENTS.md"));
    expect((await instructionsOf(root)).instructions).toMatchObject({ name: "AGENTS.md", text: "inside" });

    const secret = project({ key: "secret" });
    const evil = project({});
    symlinkSync(join(secret, "key"), join(evil, "AGENTS.md"));
    const { instructions, notes } = await instructionsOf(evil);
    expect(instructions).toBeNull();
    expect(notes[0]).toContain("outside of the project");
  });

  test("may not be a link to a file that is read only after a question", async () => {
    const root = project({ ".env": "KEY=1" });
    symlinkSync(".env", join(root, "AGENTS.md"));
    const { instructions, notes } = await readInstructions(root, (path) => path === join(root, ".env"));
    expect(instructions).toBeNull();
    expect(notes[0]).toContain("not read without asking");
  });

  test("that cannot be read become a note", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "AGENTS.md"));
    writeFileSync(join(root, "CLAUDE.md"), Buffer.from([0xff, 0xfe, 0x41]));
    const { instructions, notes } = await instructionsOf(root);
    expect(instructions).toBeNull();
    expect(notes).toHaveLength(2);
  });
});
