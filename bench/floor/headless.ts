/** A bare loop without a screen: ask, run the calls, ask again, print the answer. */
import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { ask, type Call } from "./chat.ts";

const parameters = (name: string) => ({
  type: "object",
  properties: { [name]: { type: "string" } },
  required: [name],
});
const tools = [
  {
    type: "function",
    function: { name: "read_file", description: "Reads a file.", parameters: parameters("path") },
  },
  {
    type: "function",
    function: { name: "bash", description: "Runs a command.", parameters: parameters("command") },
  },
];

const messages: unknown[] = [{ role: "user", content: process.argv.at(-1) }];
for (;;) {
  const { text, calls } = await ask(messages, tools, () => {});
  if (calls.length === 0) {
    console.log(text);
    break;
  }
  messages.push({
    role: "assistant",
    content: text,
    tool_calls: calls.map(({ id, ...rest }) => ({ id, type: "function", function: rest })),
  });
  for (const call of calls) messages.push({ role: "tool", tool_call_id: call.id, content: await run(call) });
}

function run({ name, arguments: text }: Call): Promise<string> {
  const input: { readonly path: string; readonly command: string } = JSON.parse(text);
  return name === "read_file" ? readFile(input.path, "utf8") : shell(input.command);
}

function shell(command: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn("bash", ["-c", command], { stdio: ["ignore", "pipe", "inherit"] });
    let output = "";
    child.stdout.on("data", (bytes) => {
      output += bytes;
    });
    child.on("error", reject);
    child.on("close", () => resolve(output));
  });
}
