/** A saved session of a project, made of calls with their answers. */
import type { ApprovalAnswer } from "../../src/protocol/approval.ts";
import type { SentImage } from "../../src/protocol/message.ts";
import { dataPaths } from "../../src/sessions/paths.ts";
import { createSession } from "../../src/sessions/session-store.ts";
import type { TestProject } from "../support/project.ts";

export type SessionLog = {
  /**
   * A command that ran, or was declined; `null` when nobody was asked. Several answers: to questions one behind the
   * other. `further`: to questions that came while it ran.
   */
  bash(
    callId: string,
    command: string,
    answer: ApprovalAnswer | readonly ApprovalAnswer[] | null,
    rule?: string,
    further?: readonly ApprovalAnswer[],
  ): void;
  close(): void;
};

export function openSessionLog(project: TestProject, images: readonly SentImage[] = []): SessionLog {
  const session = createSession(
    { cwd: project.folder, version: "0.0.0", gitBranch: null },
    {
      paths: dataPaths(project.env),
      now: Date.now,
      onTrouble: ({ message }) => {
        throw new Error(message);
      },
    },
  );
  session.append({
    type: "user",
    text: "go",
    ...(images.length === 0 ? {} : { images: [...images] }),
    via: "submit",
  });
  return {
    bash(callId, command, answer, rule, further = []) {
      const answers = answer === null ? [] : [answer].flat();
      const note = (one: ApprovalAnswer) =>
        session.append({
          type: "approval",
          callId,
          answer: one,
          preview: { type: "command", command, cwd: project.folder },
          ...(rule === undefined ? {} : { rule }),
        });
      session.append({
        type: "assistant",
        turnId: "turn",
        step: 1,
        model: "demo/demo",
        parts: [{ type: "tool_call", callId, name: "bash", argumentsText: JSON.stringify({ command }) }],
        stop: "tool_use",
        latencyMs: 1,
        attempts: 1,
      });
      for (const one of answers) note(one);
      const last = answers.at(-1)?.type;
      const ran = last !== "decline" && last !== "stop";
      if (ran) session.append({ type: "tool_start", callId, name: "bash", title: command });
      for (const one of further) note(one);
      session.append({
        type: "tool_result",
        callId,
        name: "bash",
        title: command,
        result: ran
          ? { ok: true, text: "done" }
          : { ok: false, kind: "declined", message: "The user declined this call." },
        durationMs: 1,
      });
    },
    close: () => session.close(),
  };
}
