/** The way in. `--version` and `--help` answer before anything heavy is loaded. */
import { version } from "../package.json";
import { wantedLanguage } from "./settings/language.ts";
import { loadLanguage } from "./words/language.ts";

const argv = process.argv.slice(2);
const [first] = argv;

if (argv.length === 1 && (first === "--version" || first === "-v")) {
  console.log(`rein ${version}`);
} else {
  // Before any module that has sentences in tables is loaded.
  await loadLanguage(await wantedLanguage(process.env));
  if (argv.length === 1 && (first === "--help" || first === "-h")) {
    const { helpText } = await import("./cli/options.ts");
    console.log(helpText(version));
  } else {
    const { run } = await import("./cli/run.ts");
    process.exitCode = await run(argv, version);
  }
}
