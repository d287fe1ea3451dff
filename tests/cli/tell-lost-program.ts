/** Reads a log as a long one, has something else change the file, asks for its texts and tells what is lost. */
import { readFileSync, writeFileSync } from "node:fs";
import { tellLost } from "../../src/cli/tell-lost.ts";
import { readLog } from "../../src/sessions/read-log.ts";

const [file = ""] = process.argv.slice(2);
const read = readLog(file, { longFrom: 0 });
await tellLost(read);
writeFileSync(file, readFileSync(file, "utf8").replaceAll("word", "gone"));
JSON.stringify(read.log.nodes.map(({ entry }) => entry));
await tellLost(read);
