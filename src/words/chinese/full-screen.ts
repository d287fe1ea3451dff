/** The transcript, and full mode. */
import type { Catalogue } from "../say.ts";

export const fullScreen: Catalogue = {
  "the whole window for the conversation, with the composer at its bottom": "整个窗口用于对话，输入框在底部",
  "the last answer as the model wrote it": "按模型写的原文显示最后一个回答",
  "this item as it was written, or drawn again": "按原文显示此项，或恢复排版",
  "all items as they were written, or drawn again": "按原文显示所有项，或恢复排版",
  "show or hide times, models and costs": "显示或隐藏时间、模型和费用",
  "open this item in the pager": "在分页器中打开此项",
  "There is no answer yet.": "还没有回答。",
  "searching for “{0}”…": "正在搜索“{0}”…",
  "“{0}” is not in here": "这里没有“{0}”",
  "  ↓ more below · {0}": "  ↓ 下面还有 · {0}",
  "  ↓ more than {0} new lines · {1}": "  ↓ 超过 {0} 行新内容 · {1}",
  "  ↓ 1 new line · {0}": "  ↓ 1 行新内容 · {0}",
  "  ↓ {0} new lines · {1}": "  ↓ {0} 行新内容 · {1}",
};
