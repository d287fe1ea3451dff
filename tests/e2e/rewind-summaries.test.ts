/** Summarising a part of the conversation: from a message on, up to a message, and when that changes nothing. */
import { describe, expect, test } from "bun:test";
import { gate, text } from "../support/model-server.ts";
import { afterBoth, afterTwoTurns, choose, contents, told } from "./rewind-scene.ts";
import { answered, idle, send } from "./start.ts";

describe("summarising a part", () => {
  test("from a message on: what stands before it stays word for word", async () => {
    await using story = await afterTwoTurns([[text("SUMMED UP: a.txt holds fig.")], [text("I know.")]]);
    const { terminal, server } = story;
    await choose(terminal, 1);
    terminal.press("5");
    await terminal.waitFor(() =>
      told(terminal).includes("What came from “and the first again” on is replaced by its summary."),
    );
    await idle(terminal);
    expect(await contents(story)).toEqual(afterBoth);
    const { bodyText: asked } = await server.nextRequest(5);
    expect(asked).toContain("and the first again");
    expect(asked).not.toContain("change the fruit");
    await send(terminal, "what is in it?");
    await answered(terminal, "I know.");
    const { bodyText } = await server.nextRequest(6);
    expect(bodyText).toContain("SUMMED UP");
    expect(bodyText).toContain("All new.");
    expect(bodyText).not.toContain("Once more.");

    await send(terminal, "/rewind undo");
    await terminal.waitFor(() => told(terminal).includes("The conversation is where it was before."));
  });

  test("up to a message: it and what follows stay word for word", async () => {
    await using story = await afterTwoTurns([[text("SUMMED UP: fruit.")], [text("I know.")]]);
    const { terminal, server } = story;
    await choose(terminal, 1);
    terminal.press("6");
    await terminal.waitFor(() => told(terminal).includes("Earlier messages are summarised for the model"));
    await idle(terminal);
    await send(terminal, "what is in it?");
    await answered(terminal, "I know.");
    const { bodyText } = await server.nextRequest(6);
    expect(bodyText).toContain("SUMMED UP");
    expect(bodyText).toContain("and the first again");
    expect(bodyText).toContain("Once more.");
    expect(bodyText).not.toContain("All new.");
  });

  test("up to a message can be undone, which is the first row of the list until something is said", async () => {
    await using story = await afterTwoTurns([[text("SUMMED UP: fruit.")], [text("I know.")]]);
    const { terminal, server } = story;
    await choose(terminal, 1);
    terminal.press("6");
    await terminal.waitFor(() => told(terminal).includes("/rewind undo takes it back."));
    await idle(terminal);
    await send(terminal, "/rewind");
    await terminal.waitFor(/❯ +↩ {2}undo the last summary/);
    terminal.press("enter");
    await terminal.waitFor(() => told(terminal).includes("The conversation is where it was before."));
    await idle(terminal);
    await send(terminal, "what is in it?");
    await answered(terminal, "I know.");
    const { bodyText } = await server.nextRequest(6);
    expect(bodyText).not.toContain("SUMMED UP");
    expect(bodyText).toContain("All new.");
    expect(bodyText).toContain("Once more.");
  });

  test("is stopped by Esc, and then nothing has changed", async () => {
    const door = gate();
    await using story = await afterTwoTurns([[text("SUMMED "), door.shut, text("UP.")], [text("Whole.")]]);
    const { terminal, server } = story;
    await choose(terminal, 1);
    terminal.press("5");
    await server.nextRequest(5);
    await terminal.waitFor(/summarising the conversation .*esc to stop/);
    terminal.press("escape");
    await terminal.waitFor(() => told(terminal).includes("Stopped; the conversation is as it was."));
    door.open();
    await idle(terminal);
    await send(terminal, "go on");
    await answered(terminal, "Whole.");
    const { bodyText } = await server.nextRequest(6);
    expect(bodyText).toContain("Once more.");
    expect(bodyText).not.toContain("SUMMED");
  });

  test.each([
    ["comes empty", "", "wrote no summary; nothing was changed."],
    ["is longer than what it stands for", "long ".repeat(2_000), "The summary would be"],
  ])("one that %s changes nothing, and that is said", async (_, written, said) => {
    await using story = await afterTwoTurns([[text(written)], [text("Whole.")]]);
    const { terminal, server } = story;
    await choose(terminal, 1);
    terminal.press("5");
    await terminal.waitFor(() => told(terminal).includes(said));
    await idle(terminal);
    await send(terminal, "go on");
    await answered(terminal, "Whole.");
    const { bodyText } = await server.nextRequest(6);
    expect(bodyText).toContain("Once more.");
  });
});
