/**
 * Random shell texts: most of them grow from bash's grammar, some are then damaged, some are only a heap of tokens.
 * Commands are `c1` to `c9`, which no machine has, so that whatever bash tries to run can be seen.
 */
import type { Random } from "./random.ts";
import { grownScript } from "./shell-grammar.ts";

/** One text. The same `random` gives the same text. */
export function shellText(random: Random): string {
  if (random.chance(10)) return heap(random);
  const grown = grownScript(random);
  if (random.chance(45)) return grown;
  let text = grown;
  for (let times = 1 + random.below(3); times > 0; times -= 1) text = damaged(text, random);
  return text;
}

/** What is put next to each other without a thought, and into texts that were correct. */
const tokens: readonly string[] = [
  ...`c1 c2 c3 v1 f1 ' " \` \\ $ # ( ) { } < > | & ; ! [ ] [[ ]] (( )) $( $(( \${ <( >( << <<- <<< >> >& <& &> &>> >| |& && || ;; ;& ;;& <> 2> 2<( {v1}> $' $" $[`.split(
    " ",
  ),
  ...`then do done fi else elif esac in if for while until case select function time coproc ! { } # ~ * ? = += : , .. .. a{b,c} {1..3} @ + - EOF x=1 v1= \${v1:-c4} $v1 "$@" $1 $? $$ $! $- $# \${#v1} \${!v1} \${v1@P} \${v1[0]} \${v1/ \${v1: \${v1# \${v1^^ }`.split(
    " ",
  ),
  " ",
  " ",
  "\t",
  "\n",
  "\n\n",
  "\\\n",
  "\\\r\n",
  "\r",
  "\v",
  "\f",
  "\u00a0",
  "\u2028",
  "\u3000",
  "é",
  "日本",
  "😀",
  " # ",
  "#c5\n",
  "; c6;",
  "\nc7\n",
  " EOF\n",
  "\nEOF\n",
  "\n\tEOF\n",
  "$(c8)",
  "`c9`",
  "<(c8)",
  ">(c9)",
  "${v1:-$(c8)}",
  "a[$(c8)]",
  "a[`c9`]=1",
  "(c8)",
  "@(c8|c9)",
  "!(c8)",
  "\\`",
  '\\"',
  "'\\''",
  "\\\\",
  "alias c1=c2\n",
  "eval ",
  "exec ",
  "command ",
  "builtin ",
  "trap c8 EXIT;",
  "shopt -s extglob\n",
  "set -- c8;",
  "cd a;",
  "unset v1;",
  "export v1=c8;",
  "declare v1;",
  "local v1",
  "return 1",
  "break",
  "test -v ",
  "-eq",
  "=~",
];

function heap(random: Random): string {
  let text = "";
  for (let left = 2 + random.below(14); left > 0; left -= 1)
    text += random.pick(tokens) + (random.chance(40) ? " " : "");
  return text;
}

function damaged(text: string, random: Random): string {
  const from = random.below(text.length + 1);
  const to = Math.min(text.length, from + 1 + random.below(8));
  const cut = text.slice(from, to);
  switch (random.below(6)) {
    case 0:
      return text.slice(0, from) + text.slice(to);
    case 1:
      return text.slice(0, to) + cut + text.slice(to);
    case 2: {
      const place = random.below(text.length + 1);
      return text.slice(0, place) + cut + text.slice(place);
    }
    case 3:
      return text.slice(0, from) + cut.split("").toReversed().join("") + text.slice(to);
    case 4:
      return text.slice(0, from) + random.pick(tokens) + text.slice(to);
    default:
      return text.slice(0, from) + random.pick(tokens) + text.slice(from);
  }
}
