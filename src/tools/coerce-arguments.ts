/**
 * Some models write every argument as a string: "42", "true", "[…]". Where a tool's schema wants something else, and the
 * string can mean nothing but that, it is read as that. Pure.
 */

/** A JSON schema, as far as it is looked at; anything else in it is left alone. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * The value in the types that the schema names. What fits comes back as it is, and so does what could mean more than
 * one thing or nothing: the schema's own check then says what is wrong. Nothing is invented, and no text is mended.
 */
export function coerceArguments(value: unknown, schema: JsonSchema): unknown {
  if (fits(value, schema)) return value;
  const branches = branchesOf(schema);
  if (branches !== undefined) {
    const read = branches.map((branch) => coerceArguments(value, branch));
    const good = read.filter((one, at) => fits(one, branches[at] ?? {}));
    return good.length === 1 ? good[0] : value;
  }
  const types = typesOf(schema);
  if (types.length !== 1) return value;
  switch (types[0]) {
    case "integer":
    case "number":
      return numberFrom(value);
    case "boolean":
      return booleanFrom(value);
    case "string":
      return typeof value === "number" && Number.isFinite(value) ? String(value) : value;
    case "array":
      return arrayFrom(value, schema);
    case "object":
      return objectFrom(value, schema);
    default:
      return value;
  }
}

function numberFrom(value: unknown): unknown {
  if (typeof value !== "string") return value;
  const text = value.trim();
  // As JSON writes it: no "0x10", no "1_000", no "Infinity".
  if (!/^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:e[+-]?\d+)?$/i.test(text)) return value;
  const number = Number(text);
  // Digits that a number cannot hold would be lost.
  return Math.abs(number) <= Number.MAX_SAFE_INTEGER ? number : value;
}

function booleanFrom(value: unknown): unknown {
  const text = typeof value === "string" ? value.trim().toLowerCase() : "";
  return text === "true" ? true : text === "false" ? false : value;
}

function arrayFrom(value: unknown, schema: JsonSchema): unknown {
  const items = isRecord(schema["items"]) ? schema["items"] : {};
  const each = (values: readonly unknown[]) => values.map((one) => coerceArguments(one, items));
  if (Array.isArray(value)) return each(value);
  const parsed = typeof value === "string" ? parsedFrom(value, "[") : undefined;
  if (Array.isArray(parsed)) return each(parsed);
  // A string that looks like an array and is none may have been meant as either.
  const looksLikeArray = typeof value === "string" && value.trimStart().startsWith("[");
  if (value === null || value === undefined || looksLikeArray) return value;
  const single = each([value]);
  return fits(single, schema) ? single : value;
}

function objectFrom(value: unknown, schema: JsonSchema): unknown {
  const object = typeof value === "string" ? parsedFrom(value, "{") : value;
  if (!isRecord(object)) return value;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const required = Array.isArray(schema["required"]) ? schema["required"] : [];
  const others = isRecord(schema["additionalProperties"]) ? schema["additionalProperties"] : undefined;
  return Object.fromEntries(
    Object.entries(object).flatMap(([key, given]) => {
      const own = Object.hasOwn(properties, key) ? properties[key] : others;
      if (!isRecord(own)) return [[key, given]];
      // Many write null for what they leave out.
      if (given === null && !required.includes(key) && !fits(null, own)) return [];
      return [[key, coerceArguments(given, own)]];
    }),
  );
}

/** The JSON in a string that begins with this sign; undefined when it is none. */
function parsedFrom(text: string, sign: "[" | "{"): unknown {
  if (!text.trimStart().startsWith(sign)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether a value has the types that a schema names. What else a schema asks for (a range, a pattern) is not looked at:
 * a value of the right type is never changed for it.
 */
function fits(value: unknown, schema: JsonSchema): boolean {
  const branches = branchesOf(schema);
  if (branches !== undefined) return branches.some((branch) => fits(value, branch));
  if ("const" in schema) return value === schema["const"];
  if (Array.isArray(schema["enum"])) return schema["enum"].includes(value);
  const types = typesOf(schema);
  if (types.length > 0 && !types.some((type) => isOfType(value, type))) return false;
  if (Array.isArray(value)) {
    const { items } = schema;
    return !isRecord(items) || value.every((one) => fits(one, items));
  }
  if (!isRecord(value)) return true;
  const properties = isRecord(schema["properties"]) ? schema["properties"] : {};
  const others = isRecord(schema["additionalProperties"]) ? schema["additionalProperties"] : undefined;
  return Object.entries(value).every(([key, one]) => {
    const own = Object.hasOwn(properties, key) ? properties[key] : others;
    return !isRecord(own) || fits(one, own);
  });
}

function isOfType(value: unknown, type: string): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isRecord(value);
    case "integer":
      return Number.isInteger(value);
    case "number":
    case "string":
    case "boolean":
      return typeof value === type;
    default:
      return true;
  }
}

function branchesOf(schema: JsonSchema): readonly JsonSchema[] | undefined {
  const branches = schema["anyOf"] ?? schema["oneOf"];
  if (Array.isArray(branches)) return branches.filter(isRecord);
  const types = typesOf(schema);
  return types.length > 1 ? types.map((type) => Object.assign({}, schema, { type })) : undefined;
}

function typesOf({ type }: JsonSchema): readonly string[] {
  const types = Array.isArray(type) ? type : [type];
  return types.filter((one) => typeof one === "string");
}

function isRecord(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
