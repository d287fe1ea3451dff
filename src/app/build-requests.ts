/** A session's requests: what all of them have, and what a branch of its log makes of it. */
import type { ProjectInstructions } from "../context/instructions.ts";
import { buildRequest } from "../context/request.ts";
import { buildSystemPrompt, instructionsIn } from "../context/system-prompt.ts";
import { validateRequest } from "../context/validate.ts";
import type { Entry } from "../protocol/entry.ts";
import type { ModelRequest, ToolDefinition } from "../protocol/message.ts";
import type { Provider } from "../providers/provider.ts";
import type { Session } from "../sessions/session.ts";
import type { Frame } from "./context-use.ts";

export type RequestParts = {
  readonly session: Session;
  /** The project's absolute folder. */
  readonly cwd: string;
  readonly scratchFolder: string;
  readonly instructions: ProjectInstructions | null;
  readonly tools: () => readonly ToolDefinition[];
  /** The provider that is asked now. */
  readonly provider: () => Provider;
};

export type RequestBuilder = {
  /** What every request to the provider that is asked now has. */
  readonly frame: () => Frame;
  /** The valid request that these entries make for a model. */
  readonly build: (entries: readonly Entry[], model: string) => ModelRequest;
  /** What of the system prompt's end the project has written; empty where it has not. */
  readonly instructions: string;
};

/** The system prompt says what was so when the session began, so that it is the same whenever the session is opened. */
export function createRequestBuilder(parts: RequestParts): RequestBuilder {
  const { session, cwd, scratchFolder, instructions, tools, provider } = parts;
  const { createdAt, gitBranch = null, sessionId } = session.header;
  const day = createdAt.slice(0, 10);
  const { platform } = process;
  const system = buildSystemPrompt({ cwd, platform, day, gitBranch, scratchFolder, instructions });
  const frame = () => ({ system, tools: tools() });
  return {
    frame,
    instructions: instructionsIn(instructions),
    build(entries, model) {
      const asked = provider();
      const input = { entries, ...frame(), model, cacheKey: sessionId };
      // What the settings, the server or a refusal say of images counts more than the name.
      const takesImages = model === asked.model ? asked.vision : undefined;
      return validateRequest(buildRequest(input), { model, takesImages }).request;
    },
  };
}
