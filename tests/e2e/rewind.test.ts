/** Going back: the conversation, the files or both, and the way back again. */
import { writeFile } from "node:fs/promises";
import { describe, expect, test } from "bun:test";
import { text } from "../support/model-server.ts";
import { count } from "../support/screen-rules.ts";
import { png } from "../workspace/make-images.ts";
import { userTexts } from "./requests.ts";
import {
  afterBoth,
  afterOne,
  afterTwoTurns,
  args,
  atFirst,
  choose,
  contents,
  told,
  wentBack,
} from "./rewind-scene.ts";
import { answered, begin, composerShows, idle, killHard, seen, send } from "./start.ts";

describe("going back before a message", () => {
  test("brings conversation and files back, gives the message back, and the next request knows nothing of what was left", async () => {
    await using story = await afterTwoTurns([[text("Another way.")]]);
    const { terminal, server } = story;
    await choose(terminal, 1);
    terminal.press("1");
    await wentBack(terminal, "and the first again");
    expect(told(terminal)).toContain("The conversation is back before “and the first again”.");
    expect(await contents(story)).toEqual(afterOne);
    expect(told(terminal)).toContain("Brought back 1 file: a.txt. /rewind undo takes it back.");

    terminal.press("ctrl+u");
    await send(terminal, "something else");
    await answered(terminal, "Another way.");
    const request = await server.nextRequest(5);
    const { bodyText } = request;
    expect(userTexts(request)).toEqual(["change the fruit", "something else"]);
    expect(bodyText).not.toContain("fig");
    expect(bodyText).not.toContain("Once more.");
    // What was printed before is not printed again.
    expect(count(seen(terminal), "All new.")).toBe(1);
  });

  test("the conversation only: the files stay, which the model is told", async () => {
    await using story = await afterTwoTurns([[text("Seen.")]]);
    const { terminal, server } = story;
    await choose(terminal, 2);
    terminal.press("2");
    await wentBack(terminal, "change the fruit");
    expect(await contents(story)).toEqual(afterBoth);
    terminal.press("ctrl+u");
    await send(terminal, "look again");
    await answered(terminal, "Seen.");
    const { bodyText } = await server.nextRequest(5);
    expect(bodyText).toContain("3 files keep what was done to them after this place.");
    expect(bodyText).toContain("c.txt");
    expect(bodyText).not.toContain("All new.");
  });

  test("the files only: the conversation stays, and the model is told", async () => {
    await using story = await afterTwoTurns([[text("Seen.")]]);
    const { terminal, server } = story;
    await choose(terminal, 2);
    terminal.press("3");
    await terminal.waitFor(() =>
      told(terminal).includes("Brought back 2 files: a.txt, b.txt. Removed 1 file"),
    );
    await composerShows(terminal, "");
    expect(await contents(story)).toEqual(atFirst);
    await send(terminal, "go on");
    await answered(terminal, "Seen.");
    const request = await server.nextRequest(5);
    expect(userTexts(request).join("\n")).toContain("and the first again");
    expect(request.bodyText).toContain("Read them again before changing them.");
  });

  test("one file only", async () => {
    await using story = await afterTwoTurns();
    const { terminal } = story;
    await choose(terminal, 2);
    terminal.press("4");
    await terminal.waitFor("Which file?");
    terminal.type("b.txt");
    await terminal.waitFor(/❯ b\.txt {2}as it was/);
    terminal.press("enter");
    await terminal.waitFor(() => told(terminal).includes("Brought back 1 file: b.txt."));
    expect(await contents(story)).toEqual({ ...afterBoth, "b.txt": "berry\n" });
  });

  test("what was changed outside is only overwritten when that is agreed to", async () => {
    await using story = await afterTwoTurns();
    const { terminal, project } = story;
    await writeFile(project.path("b.txt"), "mine\n");
    await choose(terminal, 2);
    terminal.press("1");
    await terminal.waitFor("Overwrite what was changed outside rein in b.txt?");
    terminal.press("enter"); // "no" is where the cursor stands
    await terminal.waitFor(() => told(terminal).includes("Nothing was changed."));
    expect(await contents(story)).toEqual({ ...afterBoth, "b.txt": "mine\n" });

    await choose(terminal, 2);
    terminal.press("3");
    await terminal.waitFor("Overwrite what was changed outside rein in b.txt?");
    terminal.press("3"); // only the other files
    await terminal.waitFor(() => told(terminal).includes("Brought back 1 file: a.txt."));
    expect(await contents(story)).toEqual({ ...atFirst, "b.txt": "mine\n" });

    await choose(terminal, 2);
    terminal.press("3");
    await terminal.waitFor("Overwrite what was changed outside rein in b.txt?");
    terminal.press("2");
    await terminal.waitFor(() => told(terminal).includes("Brought back 1 file: b.txt."));
    expect(await contents(story)).toEqual(atFirst);
    // Also what somebody else wrote comes back.
    await send(terminal, "/rewind undo");
    await terminal.waitFor(async () => (await project.read("b.txt")) === "mine\n");
  });

  test("an image that was sent comes back with its message, over kill -9 too, and is sent again", async () => {
    const seeing = ["--model", "openai/gpt-5.4"];
    await using story = await begin([[text("A square.")], [text("Still a square.")]], { args: seeing });
    const { project, server } = story;
    const path = project.path("shot.png");
    await writeFile(path, png(30, 20));
    story.terminal.paste(`'${path}' `);
    await composerShows(story.terminal, "[Image #1]");
    story.terminal.type("what is it?");
    await composerShows(story.terminal, "[Image #1]what is it?");
    story.terminal.press("enter");
    await answered(story.terminal, "A square.");
    await choose(story.terminal, 1);
    story.terminal.press("2");
    await wentBack(story.terminal, "[Image #1]what is it?");
    await killHard(story.terminal);

    const terminal = await story.again({ args: ["-c", ...seeing] });
    await composerShows(terminal, "[Image #1]what is it?");
    terminal.press("enter");
    await answered(terminal, "Still a square.");
    const [first, second] = [await server.nextRequest(0), await server.nextRequest(1)];
    const imageOf = ({ bodyText }: typeof first) => bodyText.match(/iVBORw0KGgo[A-Za-z0-9+/]*=*/g);
    expect(imageOf(second)).toEqual(imageOf(first));
    expect(imageOf(second)).toHaveLength(1);
  });

  test("shows the new branch in the transcript, and shows nothing of the old one", async () => {
    await using story = await afterTwoTurns();
    const { terminal } = story;
    await choose(terminal, 1);
    terminal.press("2");
    await wentBack(terminal, "and the first again");
    terminal.press("ctrl+o");
    await terminal.waitFor("transcript ·");
    const shown = terminal.screen().join("\n");
    expect(shown).toContain("All new.");
    expect(shown).toContain("The conversation is back before");
    expect(shown).not.toContain("Once more.");
  });
});

describe("undoing it", () => {
  test("goes back to where the conversation was, with the files, and that can be undone, too", async () => {
    await using story = await afterTwoTurns([[text("There.")]]);
    const { terminal, server } = story;
    await choose(terminal, 2);
    terminal.press("1");
    await wentBack(terminal, "change the fruit");
    expect(await contents(story)).toEqual(atFirst);

    terminal.press("ctrl+u");
    await send(terminal, "/rewind undo");
    await terminal.waitFor(() => count(told(terminal), "The conversation is where it was before.") === 1);
    await idle(terminal);
    expect(await contents(story)).toEqual(afterBoth);
    await send(terminal, "/rewind undo");
    await terminal.waitFor(() => count(told(terminal), "The conversation is where it was before.") === 2);
    expect(await contents(story)).toEqual(atFirst);
    await send(terminal, "/rewind undo");
    await terminal.waitFor(() => count(told(terminal), "The conversation is where it was before.") === 3);
    expect(await contents(story)).toEqual(afterBoth);

    await send(terminal, "go on");
    await answered(terminal, "There.");
    expect(userTexts(await server.nextRequest(5))).toEqual([
      "change the fruit",
      "and the first again",
      "go on",
    ]);
  });

  test("works after kill -9, when the session is gone on with", async () => {
    await using story = await afterTwoTurns([[text("There.")]]);
    await choose(story.terminal, 2);
    story.terminal.press("1");
    await wentBack(story.terminal, "change the fruit");
    await killHard(story.terminal);

    const terminal = await story.again({ args: ["-c", ...args] });
    expect(seen(terminal)).not.toContain("All new.");
    // What was given back was kept before the conversation went back.
    await composerShows(terminal, "change the fruit");
    terminal.press("ctrl+u");
    await composerShows(terminal, "");
    await send(terminal, "/rewind undo");
    await terminal.waitFor(() => told(terminal).includes("The conversation is where it was before."));
    expect(await contents(story)).toEqual(afterBoth);
    await send(terminal, "go on");
    await answered(terminal, "There.");
    expect(userTexts(await story.server.nextRequest(5))).toEqual([
      "change the fruit",
      "and the first again",
      "go on",
    ]);
  });

  test("is the first row of the list when the last thing was going back", async () => {
    await using story = await afterTwoTurns();
    const { terminal } = story;
    await choose(terminal, 1);
    terminal.press("3");
    await terminal.waitFor(() => told(terminal).includes("Brought back 1 file: a.txt."));
    await send(terminal, "/rewind");
    await terminal.waitFor(/❯ +↩ {2}undo the last rewind/);
    terminal.press("enter");
    await terminal.waitFor(async () => (await contents(story))["a.txt"] === "fig\n");
  });

  test("says so where there is nothing to undo, and nothing to go back to", async () => {
    await using story = await begin();
    const { terminal } = story;
    await send(terminal, "/rewind undo");
    await terminal.waitFor("Nothing was rewound yet: there is nothing to undo.");
    await send(terminal, "/rewind");
    await terminal.waitFor("Nothing was said yet: there is nothing to go back to.");
    await send(terminal, "/rewind 7");
    await terminal.waitFor(() => count(told(terminal), "there is nothing to go back to") === 2);
  });
});
