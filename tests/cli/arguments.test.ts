import { describe, expect, test } from "bun:test";
import fc from "fast-check";
import { parseArguments } from "../../src/cli/arguments.ts";
import { helpText, options } from "../../src/cli/options.ts";
import { UserError } from "../../src/protocol/error.ts";

const refusal = (...argv: string[]): UserError => {
  try {
    parseArguments(argv);
  } catch (thrown) {
    if (thrown instanceof UserError) return thrown;
    throw thrown;
  }
  throw new Error(`${argv.join(" ")} was taken`);
};

describe("the command line", () => {
  test("without arguments is a talk in the terminal", () => {
    expect(parseArguments([])).toMatchObject({
      print: false,
      readStdin: false,
      allow: [],
      ask: [],
      deny: [],
    });
  });

  test("joins the words of a prompt, wherever the flags stand", () => {
    expect(parseArguments(["-p", "how", "are you", "-m", "demo"])).toMatchObject({
      print: true,
      prompt: "how are you",
      model: "demo",
    });
  });

  test("takes a prompt that begins with a dash behind --", () => {
    expect(parseArguments(["-p", "--", "--version", "means what?"]).prompt).toBe("--version means what?");
  });

  test("reads stdin for a lone dash, also behind a prompt", () => {
    expect(parseArguments(["-p", "explain", "-"])).toMatchObject({ prompt: "explain", readStdin: true });
    const alone = parseArguments(["-p", "-"]);
    expect(alone.readStdin).toBe(true);
    expect(alone.prompt).toBeUndefined();
  });

  test("collects repeated rules in order", () => {
    const { allow, deny } = parseArguments([
      "--allow",
      "bash(npm test)",
      "--allow=edit",
      "--deny",
      "read(x)",
    ]);
    expect(allow).toEqual(["bash(npm test)", "edit"]);
    expect(deny).toEqual(["read(x)"]);
  });

  test("-r takes the word behind it as the id, and only that one", () => {
    expect(parseArguments(["-r"]).resume).toEqual({ type: "pick" });
    expect(parseArguments(["-r", "ab12"]).resume).toEqual({ type: "id", id: "ab12" });
    expect(parseArguments(["--resume=ab12"]).resume).toEqual({ type: "id", id: "ab12" });
    expect(parseArguments(["-p", "go", "on", "-r", "ab12"])).toMatchObject({
      prompt: "go on",
      resume: { type: "id", id: "ab12" },
    });
    expect(parseArguments(["-p", "ab12", "-r", "ab12"])).toMatchObject({
      prompt: "ab12",
      resume: { type: "id", id: "ab12" },
    });
  });

  test("-c is the latest session, and does not go with -r", () => {
    expect(parseArguments(["-c"]).resume).toEqual({ type: "latest" });
    expect(refusal("-c", "-r").message).toContain("-c and -r");
  });

  test.each(["0", "-1", "1.5", "abc", "", "1e3", "9999999", " 5"])("refuses --max-turns=%p", (value) => {
    const error = refusal(`--max-turns=${value}`);
    expect(error.exitCode).toBe(2);
    expect(error.message).toContain("positive whole number");
  });

  test("refuses an unknown flag, an unknown mode and an empty list of tools with exit code 2", () => {
    for (const argv of [["--nope"], ["--permission-mode", "yolo"], ["--tools", " , "], ["--model"]]) {
      expect(refusal(...argv).exitCode).toBe(2);
    }
    expect(refusal("--permission-mode", "yolo").message).toContain("accept-edits");
  });

  test("takes any words or says in words why not", () => {
    const word = fc.oneof(
      fc.string(),
      fc.constantFrom(...Object.keys(options).map((name) => `--${name}`), "-p", "-r", "-c", "-", "--"),
    );
    fc.assert(
      fc.property(fc.array(word), (argv) => {
        try {
          parseArguments(argv);
        } catch (thrown) {
          expect(thrown).toBeInstanceOf(UserError);
        }
      }),
    );
  });
});

test("--help names every flag", () => {
  const help = helpText("1.2.3");
  expect(help).toContain("rein 1.2.3");
  for (const name of Object.keys(options)) expect(help).toContain(`--${name}`);
  for (const line of help.split("\n")) expect(line.length).toBeLessThanOrEqual(110);
});
