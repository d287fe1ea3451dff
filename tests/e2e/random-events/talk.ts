/** The model's side: an answer that grows as the events want it, a part behind another. */
import { gate, type RecordedRequest, type Step } from "../../support/model-server.ts";

/** An answer that is being given. What is said goes out at once; nothing more comes until something more is said. */
export class Reply {
  readonly number: number;
  readonly request: RecordedRequest;
  /** Grows while the server goes through it. */
  readonly steps: Step[] = [];
  #door = gate();
  /** A block that has only been begun. */
  rest = "";
  /** How many numbered words have been sent, with those in `rest`. */
  words = 0;
  isEnded = false;

  constructor(number: number, request: RecordedRequest) {
    this.number = number;
    this.request = request;
    this.steps.push(this.#door.shut);
  }

  /** Nothing of it has been sent. */
  get isSilent(): boolean {
    return this.steps.length === 1;
  }

  /** Sends steps, and waits for more. */
  send(...steps: readonly Step[]): void {
    const door = this.#door;
    this.#door = gate();
    this.steps.push(...steps, this.#door.shut);
    door.open();
  }

  /** Sends the last steps; the last of them ends the answer. */
  end(...steps: readonly Step[]): void {
    this.isEnded = true;
    this.steps.push(...steps);
    this.#door.open();
  }
}

/** The answers, one for each request, in order. */
export class Talk {
  readonly replies: Reply[] = [];

  /** For `serveModel`. */
  readonly answer = (request: RecordedRequest): readonly Step[] => {
    const reply = new Reply(this.replies.length, request);
    this.replies.push(reply);
    return reply.steps;
  };
}
