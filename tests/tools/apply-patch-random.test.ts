import { describe, expect, test } from "bun:test";
import { structuredPatch } from "diff";
import * as fc from "fast-check";
import { applyPatchTool } from "../../src/tools/apply-patch.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { makeProject, type TestProject } from "../support/project.ts";
import { callTool, contextOf, prepare } from "./call-tool.ts";

const line = fc.constantFrom("", "a", "b", "  b", "}", "*** End of File", "@@", "é 日本", "-", "+");
const lines = fc.array(line, { minLength: 1, maxLength: 12 });

/** A file before and after, null for none; its lines are numbered, so that every hunk has one place. */
const change = fc
  .record({
    before: fc.option(lines),
    after: fc.option(lines),
    cut: fc.nat(),
    crlf: fc.boolean(),
    bom: fc.boolean(),
  })
  .filter(({ before, after }) => before !== null || after !== null)
  .map(({ before, after, cut, crlf, bom }) => {
    const old = before?.map((text, index) => `${index} ${text}`) ?? null;
    // An update keeps some lines of its file.
    const now = after === null || old === null ? after : old.toSpliced(cut % old.length, 1, ...after);
    const style = (texts: readonly string[] | null, isNew: boolean) =>
      texts === null
        ? null
        : (bom && !isNew ? "\uFEFF" : "") +
          texts.join(crlf && !isNew ? "\r\n" : "\n").concat(crlf && !isNew ? "\r\n" : "\n");
    return {
      old: old === null ? null : `${old.join("\n")}\n`,
      now: now === null ? null : `${now.join("\n")}\n`,
      fileBefore: style(old, before === null),
      fileAfter: style(now, before === null),
    };
  });
type Change = typeof change extends fc.Arbitrary<infer One> ? One : never;

function sectionOf(name: string, { old, now }: Change): string[] {
  if (now === null) return [`*** Delete File: ${name}`];
  if (old === null)
    return [
      `*** Add File: ${name}`,
      ...now
        .slice(0, -1)
        .split("\n")
        .map((text) => `+${text}`),
    ];
  const { hunks } = structuredPatch("", "", old, now, "", "", { context: 1 });
  return hunks.length === 0
    ? [`*** Update File: ${name}`, ` ${old.split("\n")[0]}`]
    : [`*** Update File: ${name}`, ...hunks.flatMap((hunk) => ["@@"].concat(hunk.lines))];
}

const nameOf = (index: number) => `folder ${index % 2}/file ${index}.txt`;

function patchOf(changes: readonly Change[]): string {
  const sections = changes.flatMap((one, index) => sectionOf(nameOf(index), one));
  return ["*** Begin Patch", ...sections, "*** End Patch"].join("\n");
}

async function projectWith(changes: readonly Change[]): Promise<TestProject> {
  const files = changes.flatMap(({ fileBefore }, index) =>
    fileBefore === null ? [] : [[nameOf(index), fileBefore] as const],
  );
  return makeProject(Object.fromEntries(files));
}

/** Every file's bytes as text, null for one that is not there. */
async function contentOf(project: TestProject, count: number): Promise<(string | null)[]> {
  const read = async (index: number) => {
    const file = Bun.file(project.path(nameOf(index)));
    return (await file.exists()) ? Buffer.from(await file.arrayBuffer()).toString("utf8") : null;
  };
  return Promise.all(Array.from({ length: count }, (_, index) => read(index)));
}

const changes = fc.array(change, { minLength: 1, maxLength: 5 });

describe("apply_patch on any files", () => {
  test("makes of them what the patch says, to the byte", async () => {
    await fc.assert(
      fc.asyncProperty(changes, async (changes) => {
        await using project = await projectWith(changes);
        expect(await callTool(applyPatchTool, { patch: patchOf(changes) }, contextOf(project))).toMatchObject(
          {
            ok: true,
          },
        );
        expect(await contentOf(project, changes.length)).toEqual(changes.map(({ fileAfter }) => fileAfter));
      }),
      { numRuns: 40 },
    );
  });

  test("does nothing at all when one of them is not what the patch is for", async () => {
    await fc.assert(
      fc.asyncProperty(changes, fc.nat(), fc.boolean(), async (changes, pick, late) => {
        const victim = pick % changes.length;
        const { fileBefore, fileAfter } = changes[victim] ?? {};
        // What the patch leaves as it is may become anything once that is known.
        fc.pre(!late || fileBefore !== fileAfter);
        await using project = await projectWith(changes);
        const corrupt = async () => {
          // A deletion names no lines: beforehand, only a file that is not there is none that it is for.
          if (fileAfter === null && !late) await Bun.file(project.path(nameOf(victim))).delete();
          else await project.write(nameOf(victim), "something else\n");
        };
        if (!late) await corrupt();
        let before = await contentOf(project, changes.length);
        const work = async () => {
          const call = await prepare(applyPatchTool, { patch: patchOf(changes) }, contextOf(project));
          if (late) await corrupt();
          before = await contentOf(project, changes.length);
          return call.run({ signal: new AbortController().signal, onOutput() {}, async keepBefore() {} });
        };
        await expect(work()).rejects.toThrow(ToolError);
        expect(await contentOf(project, changes.length)).toEqual(before);
      }),
      { numRuns: 40 },
    );
  });
});
