/** Models by our names, `provider/model-id`. Pure. */

/** Providers that others call something else. A sign-in of a vendor's own is the vendor. */
const ours: ReadonlyMap<string, string> = new Map(
  Object.entries({
    "openai-codex": "openai",
    "azure-openai-responses": "azure",
    "google-gemini-cli": "google",
    "google-antigravity": "google",
    "google-vertex": "google",
    "google-vertex-anthropic": "anthropic",
    "vercel-ai-gateway": "vercel",
    zhipuai: "zhipu",
    moonshotai: "moonshot",
    togetherai: "together",
    "fireworks-ai": "fireworks",
    "minimax-cn": "minimax",
  }),
);

/** What rein answers from files of this disk: no transcript may name one. */
const notServers: ReadonlySet<string> = new Set(["demo", "script", "replay"]);

/** The model as rein names it. One that nobody named is `provider/unknown`: rein then goes on with the user's own. */
export function modelName(provider: string, model: string): string {
  const plain =
    provider
      .trim()
      .toLowerCase()
      .replaceAll(/[\s/:]+/g, "-") || "unknown";
  const known = notServers.has(plain) ? `other-${plain}` : (ours.get(plain) ?? plain);
  return `${known}/${model.trim() || "unknown"}`;
}
