/** What `rein stats` says, in Chinese. */
import type { Catalogue } from "../say.ts";

export const stats: Catalogue = {
  "{0} tool calls": "{0} 次工具调用",
  Together: "合计",
  "By day": "按天",
  "By project": "按项目",
  "unknown folder": "未知文件夹",
  "By model": "按模型",
  Tools: "工具",
  "Your answers": "你的回答",
  "{0} declined": "{0} 次拒绝",
  "allowed once": "允许一次",
  "allowed from then on": "此后一直允许",
  "edited, then allowed": "修改后允许",
  "allowed in part": "部分允许",
  "declined, and the turn stopped": "拒绝并停止本轮",
  "Without a known price, and not in the cost: {0}": "价格未知，未计入费用：{0}",
  "  rein stats [--days N]            sessions, tokens, cost, tools and approvals by day, project and model":
    "  rein stats [--days N]            按天、项目和模型统计会话、token、费用、工具和批准",
  "Usage:\n  rein stats                 sessions, tokens, cost, tools and answers by day, project and model: the last 14 days\n  rein stats --days N        the last N days, today included; 0 is since ever\n  rein stats --json          the same for a program, on one line\n\nCosts are by today's prices. What a session has copied from another one counts there only.":
    "用法：\n  rein stats                 按天、项目和模型统计会话、token、费用、工具和回答：最近 14 天\n  rein stats --days N        最近 N 天，含今天；0 表示全部\n  rein stats --json          供程序读取的同样内容，占一行\n\n费用按今天的价格计算。会话从另一会话复制的内容只在原处计入。",
  "rein: {0} could not be read, and is not counted.": "rein：无法读取 {0}，未计入。",
  "Nothing was done today; --days 0 counts since ever.\n": "今天没有做任何事；--days 0 统计全部时间。\n",
  "Nothing was done in the last {0} days; --days 0 counts since ever.\n":
    "最近 {0} 天没有任何活动；--days 0 统计全部。\n",
  "--days takes a whole number from 0 to {0}, not “{1}”.": "--days 需要 0 到 {0} 的整数，而不是“{1}”。",
};
