/** Which models see. By the model's own name, because the same model stands behind many providers and addresses. */

/**
 * Families of models that take images, as models.dev had them in July 2026. What is not here gets words in an image's
 * place: a model that could have seen it only misses something, one that cannot would refuse the request, and every
 * later one of the session with it. Mistral's are left out although some see: their servers refuse a message of the
 * user behind results, which is where Chat Completions have a result's images.
 */
const seeing: readonly RegExp[] = [
  /^claude-/,
  /^gpt-(?:4o|4\.1|4-turbo|[5-9])/,
  /^o(?:1|3|4-mini)(?!-mini|-preview)/,
  /^gemini-/,
  /^gemma-?3(?!-?n|[:-]1b|[:-]270m)/,
  /^grok-(?:4|build)/,
  /^kimi-k(?:2\.[5-9]|[3-9])/,
  /^qwen3\.(?:6-(?:flash|plus)|7-plus)/,
  /^qwen.*-?vl\b/,
  /^glm-\d+(?:\.\d+)?v/,
  /^minimax-m3/,
  /^llama-?4/,
  /^llama.*vision/,
  /^(?:llava|minicpm-v)/,
];

/** True when the model (`provider/model-id`, the id with or without a vendor in front) takes images in a request. */
export function takesImages(model: string): boolean {
  // "openrouter/anthropic/claude-sonnet-5", "openai/us.anthropic.claude-sonnet-5" behind a gateway.
  const name = model.slice(model.lastIndexOf("/") + 1).toLowerCase();
  const id = name.replace(/^(?:[a-z]+\.)+(?=claude-)/, "");
  return seeing.some((pattern) => pattern.test(id));
}
