/** Questions and the live part of the screen. */
import type { Catalogue } from "../say.ts";

export const components: Catalogue = {
  "(asks every time: no rule is offered for this)": "（每次都询问：此调用没有可记住的规则）",
  "yes, and don't ask again for {0} (this project)": "同意，且不再询问 {0}（此项目）",
  "yes, once": "同意，仅此一次",
  "no, and say why…": "拒绝，并说明原因…",
  "no, and stop": "拒绝并停止",
  "{0} sends it · esc back": "{0} 发送 · esc 返回",
  "no:": "拒绝：",
  yes: "同意",
  always: "总是",
  no: "拒绝",
  stop: "停止",
  "{0} of {1}": "{0} / {1}",
  "in {0}": "在 {0}",
  " … {0} more · w": " … 还有 {0} 行 · w",
  "{0} more lines": "还有 {0} 行",
  "… {0} above": "… 上面{0}",
  ", 1 of them asks": "，其中 1 行需询问",
  ", {0} of them ask": "，其中 {0} 行需询问",
  "{0}{1} · {2} view all · PgUp PgDn": "{0}{1} · {2} 查看全部 · PgUp PgDn",
  "{0} more calls": "还有 {0} 个调用",
  "step {0}": "第 {0} 步",
  "esc to stop": "esc 停止",
};
