/** The conditions of bash's `[[ ]]`. */
import type * as Unbash from "unbash";
import { say } from "../words/say.ts";
import type { Word } from "./shell-syntax.ts";
import { type Finds, readWord } from "./shell-word.ts";

/** The words of a `[[ ]]` that name something; what it evaluates or calculates hides what runs. */
export function readTest(expression: Unbash.TestExpression, finds: Finds): readonly Word[] {
  switch (expression.type) {
    case "TestUnary":
      if (!/^-[abcdefghknoprstuwxzGLNOS]$/.test(expression.operator) || expression.operator === "-o") {
        finds.grave(say`[[ ${expression.operator} ]] evaluates its text`);
      }
      return readWord(expression.operand, finds);
    case "TestBinary": {
      const sides = [expression.left, expression.right].map((word) => readWord(word, finds, true));
      const calculates = /^-(eq|ne|lt|le|gt|ge)$/.test(expression.operator);
      if (calculates && !sides.flat().every(({ text, unknown }) => !unknown && /^-?\d+$/.test(text))) {
        finds.grave(say`[[ ${expression.operator} ]] calculates with its text`);
      }
      return /^-(nt|ot|ef)$/.test(expression.operator) ? sides.flat() : [];
    }
    case "TestLogical":
      return expression.operands.flatMap((one) => readTest(one, finds));
    case "TestNot":
      return readTest(expression.operand, finds);
    case "TestGroup":
      return readTest(expression.expression, finds);
    default:
      expression satisfies never;
      finds.missing(say`it tests something that rein does not know`);
      return [];
  }
}
