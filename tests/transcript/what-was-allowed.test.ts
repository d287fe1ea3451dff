/** A panel says when what ran is not what the model asked for. */
import { expect, test } from "bun:test";
import type { ApprovalAnswer } from "../../src/protocol/approval.ts";
import type { NewEntry } from "../../src/protocol/entry.ts";
import { project } from "../../src/transcript/project.ts";
import { draw } from "./items.ts";
import { assistant, calls, log, ran, toolResult, toolStart, turnStart } from "./log.ts";

function panel(answer: ApprovalAnswer, expanded = false): string {
  const approval: NewEntry = {
    type: "approval",
    callId: "c1",
    answer,
    preview: { type: "command", command: "ls", cwd: "/p" },
  };
  const asked = assistant([calls("c1")], { stop: "tool_use" });
  const entries = log(turnStart, asked, approval, toolStart("c1"), toolResult("c1", ran));
  const call = project(entries, { live: true }).find((item) => item.type === "call");
  return call === undefined ? "no panel" : draw(call, 80, expanded).join("\n");
}

test("a call that the user changed is told as edited, and its opened panel shows what ran", () => {
  const answer: ApprovalAnswer = { type: "edit", arguments: '{"command":"ls -a"}' };
  expect(panel(answer)).toContain("edited by you");
  expect(panel(answer, true)).toContain("command: ls -a");
  expect(panel({ type: "once" })).not.toContain("edited");
});

test("a change that was taken in part says how many hunks", () => {
  const hunks = [{ type: "take" }, { type: "leave", words: "no" }, { type: "edit", text: "x\n" }] as const;
  expect(panel({ type: "hunks", hunks: [...hunks] })).toContain("2 of 3 hunks · edited by you");
  expect(panel({ type: "hunks", hunks: [{ type: "take" }] })).toContain("1 of 1 hunk");
});
