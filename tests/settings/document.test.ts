/** docs/settings.md tells all there is to set, and nothing that there is not. */
import { describe, expect, test } from "bun:test";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { families } from "../../src/providers/catalogue.ts";
import { readLayer } from "../../src/settings/layers.ts";
import { modelSchema, providerSettingSchema, traitsSchema } from "../../src/settings/provider-settings.ts";
import { defaultSettings, settingSchemas, settingVariables } from "../../src/settings/schema.ts";

const text = readFileSync(join(import.meta.dir, "../../docs/settings.md"), "utf8");

/** The first cells of the table behind a line that begins like this, without their marks. */
function keysBehind(beginning: string): string[] {
  const lines = text.slice(text.indexOf(`\n${beginning}`)).split("\n");
  const table = lines.slice(lines.findIndex((line) => line.startsWith("| ---")) + 1);
  const end = table.findIndex((line) => !line.startsWith("|"));
  return table.slice(0, end).map((line) => /^\| `([^`]+)`/.exec(line)?.[1] ?? line);
}

describe("the document of the settings", () => {
  test("tells every setting", () => {
    const { permissions, ...others } = settingSchemas;
    const rules = Object.keys(permissions.shape).map((name) => `permissions.${name}`);
    expect(keysBehind("## All of them").toSorted()).toEqual([...Object.keys(others), ...rules].toSorted());
  });

  test("tells everything about a provider, a model and its traits", () => {
    expect(keysBehind("## Servers of your own")).toEqual(Object.keys(providerSettingSchema.shape));
    expect(keysBehind("Of a model:")).toEqual(Object.keys(modelSchema.shape));
    expect(keysBehind("Traits, seldom needed")).toEqual(Object.keys(traitsSchema.shape));
  });

  test("tells the variables", () => {
    for (const variable of Object.values(settingVariables)) expect(text).toContain(`\`${variable}\``);
  });

  test("tells every default", () => {
    expect(text).toMatch(
      new RegExp(`\\| \`permissionMode\` .*\\| \`${defaultSettings.permissionMode}\` +\\|`),
    );
    expect(text).toMatch(
      new RegExp(`\\| \`commandTimeLimit\`.*\\| \`${defaultSettings.commandTimeLimit}\` +\\|`),
    );
  });

  test("has examples that hold as they stand", () => {
    const examples = [...text.matchAll(/```jsonc\n([^]*?)```/g)].map((match) => match[1] ?? "");
    expect(examples.length).toBeGreaterThan(1);
    for (const example of examples) {
      const { layer, warnings } = readLayer(Bun.JSONC.parse(example), "the document");
      expect(warnings).toEqual([]);
      expect(layer).not.toEqual({});
    }
  });

  test("tells every provider with its variables", () => {
    const vendors = families.filter(({ keyVariables }) => keyVariables.length > 0);
    expect(keysBehind("## Providers that rein knows")).toEqual(vendors.map(({ id }) => id));
    for (const { id, keyVariables, baseUrlVariable = "", modelVariable = "", onlyByName } of vendors) {
      const row = text.split("\n").find((line) => line.startsWith(`| \`${id}\``)) ?? "";
      for (const variable of [...keyVariables, baseUrlVariable, modelVariable])
        expect(row).toContain(variable);
      expect(row.includes("by name")).toBe(onlyByName === true);
    }
  });
});
