/** Changes of which the user takes a part. */
import { describe, expect, test } from "bun:test";
import type { HunkAnswer } from "../../src/protocol/approval.ts";
import type { Changes } from "../../src/protocol/tool-result.ts";
import { ToolError } from "../../src/tools/tool.ts";
import { call, createTestEngine, response, type TestEngine, tool } from "../support/engine.ts";

const hunk = (text: string) => ({ oldStart: 1, newStart: 1, lines: [`-old ${text}`, `+new ${text}`] });
const preview: Changes = {
  type: "changes",
  files: [
    { path: "a.txt", kind: "modified", hunks: [hunk("one"), hunk("two")] },
    { path: "b.txt", kind: "modified", hunks: [hunk("three")] },
  ],
};

function scene(options: { partly?: (answers: readonly HunkAnswer[]) => void; shown?: () => Changes } = {}) {
  const ran: unknown[] = [];
  const edit = tool("edit", {
    risk: "write",
    prepared: () => {
      const accesses = [{ type: "write", path: "/p/a.txt" }] as const;
      const run = (what: unknown) => async () => {
        ran.push(what);
        return { ok: true, text: "changed" } as const;
      };
      return {
        accesses,
        preview: options.shown?.() ?? preview,
        run: run("all"),
        partly: (answers) => {
          options.partly?.(answers);
          return { accesses, preview, run: run(answers.map(({ type }) => type)) };
        },
      };
    },
  });
  const at = createTestEngine({ tools: [edit], answers: [response([call("c1", "edit")]), response(["ok"])] });
  at.engine.submit("go");
  return { ...at, ran };
}

const take: HunkAnswer = { type: "take" };
const leave = (words = ""): HunkAnswer => ({ type: "leave", words });
const hunks = (...all: HunkAnswer[]) => ({ type: "hunks", hunks: all }) as const;

async function question(at: TestEngine, count: number) {
  const isNth = () => at.events.filter(({ type }) => type === "approval_requested").length === count;
  return (await at.next("approval_requested", isNth)).approval;
}

describe("a change that is answered hunk by hunk", () => {
  test("says that it can be, and runs with what was answered", async () => {
    const at = scene();
    expect(await question(at, 1)).toMatchObject({ byHunk: true });
    at.engine.answer("c1", hunks(take, leave("keep it"), { type: "edit", text: "mine\n" }));
    await at.engine.whenIdle();
    expect(at.ran).toEqual([["take", "leave", "edit"]]);
    expect(at.entries().find(({ type }) => type === "approval")).toMatchObject({
      answer: { type: "hunks", hunks: [take, leave("keep it"), { type: "edit", text: "mine\n" }] },
    });
  });

  test("of which nothing is taken is declined, with the words to each", async () => {
    const at = scene();
    await question(at, 1);
    at.engine.answer("c1", hunks(leave("keep one"), leave(), leave("no three")));
    await at.engine.whenIdle();
    expect(at.ran).toEqual([]);
    expect(at.results()[0]?.result).toMatchObject({
      kind: "declined",
      message: expect.stringMatching(/keep one \(hunk 1\).*no three \(hunk 3\)/),
    });
  });

  test("with too few or too many answers is not taken", async () => {
    const at = scene();
    await question(at, 1);
    expect(at.engine.answer("c1", hunks(take))).toMatchObject({
      type: "refused",
      why: expect.stringContaining("3 hunks"),
    });
    expect(at.engine.answer("c1", hunks(take, take, take, take)).type).toBe("refused");
    at.engine.answer("c1", { type: "once" });
    await at.engine.whenIdle();
    expect(at.ran).toEqual(["all"]);
  });

  test("is asked again with the reason when the answers do not fit", async () => {
    let isFirst = true;
    const at = scene({
      partly: () => {
        if (isFirst) {
          isFirst = false;
          throw new ToolError("hunk 2 cannot be edited");
        }
      },
    });
    await question(at, 1);
    at.engine.answer("c1", hunks(take, { type: "edit", text: "" }, take));
    expect((await question(at, 2)).reasons[0]).toContain("hunk 2 cannot be edited");
    at.engine.answer("c1", hunks(take, leave(), take));
    await at.engine.whenIdle();
    expect(at.ran).toEqual([["take", "leave", "take"]]);
  });

  test("is asked again when the file has changed meanwhile", async () => {
    let shown = preview;
    const at = scene({ shown: () => shown });
    await question(at, 1);
    shown = { type: "changes", files: [{ path: "a.txt", kind: "modified", hunks: [hunk("other")] }] };
    at.engine.answer("c1", hunks(take, take, leave()));
    const again = await question(at, 2);
    expect(at.ran).toEqual([]);
    expect(again.preview).toEqual(shown);
    at.engine.interrupt();
    await at.engine.whenIdle();
  });

  test("is no way to answer a call that can only be taken whole", async () => {
    const at = createTestEngine({
      tools: [
        tool("edit", {
          risk: "write",
          prepared: () => ({ accesses: [{ type: "write", path: "/p/a" }], preview }),
        }),
      ],
      answers: [response([call("c1", "edit")])],
    });
    at.engine.submit("go");
    expect((await question(at, 1)).byHunk).toBeUndefined();
    expect(at.engine.answer("c1", hunks(take, take, take)).type).toBe("refused");
    at.engine.interrupt();
    await at.engine.whenIdle();
  });
});
