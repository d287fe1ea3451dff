/** The objects that a schema is made of, written as `docs/session-format.md` writes them. */
import { z } from "zod";

type Schema = Readonly<Record<string, unknown>>;

/** What every entry has; said once in the document. */
const ofEveryEntry: ReadonlySet<string> = new Set(["id", "parentId", "at"]);

/** Each kind of object once, such as `{ type: "decline", words }`; a field that may be absent ends in "?". */
export function shapesOf(schemas: readonly z.ZodType[]): string[] {
  const shapes = new Set<string>();
  for (const schema of schemas) collect(z.toJSONSchema(schema, { unrepresentable: "any" }), shapes);
  return [...shapes].toSorted();
}

function collect(schema: unknown, shapes: Set<string>): void {
  if (!isSchema(schema)) return;
  const { properties, required } = schema;
  if (isSchema(properties)) {
    const needed = new Set(Array.isArray(required) ? required.map(String) : []);
    const isEntry = [...ofEveryEntry].every((name) => name in properties);
    const fields = Object.entries(properties)
      .filter(([name]) => !(isEntry && ofEveryEntry.has(name)))
      .map(([name, field]) => {
        const fixed = isSchema(field) ? field["const"] : undefined;
        return fixed === undefined
          ? `${name}${needed.has(name) ? "" : "?"}`
          : `${name}: ${JSON.stringify(fixed)}`;
      });
    shapes.add(shapeOf(fields));
    for (const field of Object.values(properties)) collect(field, shapes);
  }
  for (const name of ["anyOf", "oneOf", "allOf"]) {
    const several = schema[name];
    if (Array.isArray(several)) for (const one of several) collect(one, shapes);
  }
  collect(schema["items"], shapes);
}

/** Fields in one order: what stands first, then the rest by name. */
export function shapeOf(fields: readonly string[]): string {
  const [named, others] = [true, false].map((isFixed) =>
    fields.filter((field) => field.includes(":") === isFixed).toSorted(),
  );
  return `{ ${[...(named ?? []), ...(others ?? [])].join(", ")} }`;
}

function isSchema(value: unknown): value is Schema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
