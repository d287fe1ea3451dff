/** The modes that a question can go over to, in the order in which its line of keys names them. */
import { editCall } from "./edit-call.ts";
import { chooseHunks } from "./hunk-mode.ts";
import type { QuestionModeKind } from "./question-mode.ts";

export const questionModes: readonly QuestionModeKind[] = [chooseHunks, editCall];
