/** Makes a request's body one that its server takes. Pure. */
import type { ModelMessage, ModelRequest } from "../protocol/message.ts";
import { withoutUserImages } from "../protocol/user-images.ts";
import { isRecord, type JsonRecord } from "./json.ts";
import type { LearnedTraits } from "./learned-traits.ts";

/** Changes the body of a request last thing before it goes out. */
export type ShapeBody = <Body extends object>(body: Body) => Body;

/** Adds `fields` to a body and takes out of it, or renames, what the server is known not to take. */
export function shapeWith(fields: JsonRecord, traits: LearnedTraits): ShapeBody {
  return (body) => {
    const shaped: Record<string, unknown> = { ...body, ...fields };
    if (traits.maxTokensField === "max_completion_tokens" && "max_tokens" in shaped) {
      shaped["max_completion_tokens"] = shaped["max_tokens"];
      delete shaped["max_tokens"];
    }
    const messages = shaped["messages"];
    if (traits.systemRole !== undefined && Array.isArray(messages))
      shaped["messages"] = withSystemRole(messages, traits.systemRole);
    const omit = traits.omit ?? [];
    for (const field of omit) delete shaped[field];
    const cleaned = omit.includes("cache_control") ? withoutKey(shaped, "cache_control") : shaped;
    // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the same body, less what is optional in it
    return cleaned as typeof body;
  };
}

function withSystemRole(messages: readonly unknown[], role: "developer" | "user"): unknown[] {
  const [first, second, ...others] = messages;
  if (!isRecord(first) || first["role"] !== "system") return [...messages];
  if (role === "developer") return [{ ...first, role }, ...messages.slice(1)];
  const system = first["content"];
  if (isRecord(second) && second["role"] === "user" && typeof system === "string") {
    const { content } = second;
    if (typeof content === "string") return [{ ...second, content: `${system}\n\n${content}` }, ...others];
    if (Array.isArray(content))
      return [{ ...second, content: [{ type: "text", text: system }, ...content] }, ...others];
  }
  return [{ ...first, role }, ...messages.slice(1)];
}

function withoutKey(value: unknown, key: string): unknown {
  if (Array.isArray(value)) return value.map((item: unknown) => withoutKey(item, key));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, inner]) => (name === key ? [] : [[name, withoutKey(inner, key)]])),
  );
}

/** The request with words in place of its images. */
export function withoutImages(request: ModelRequest): ModelRequest {
  return { ...request, messages: request.messages.map(blind) };
}

function blind(message: ModelMessage): ModelMessage {
  if (message.role === "user") return withoutUserImages(message, () => "this model takes none");
  if (message.role !== "tool") return message;
  const results = message.results.map(({ images, ...result }) =>
    images === undefined ? result : { ...result, text: `${result.text}\n\n${imageWords(images.length)}` },
  );
  return { ...message, results };
}

function imageWords(count: number): string {
  return `[${count === 1 ? "an image is" : `${count} images are`} left out: this model takes none]`;
}
