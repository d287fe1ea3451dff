/** Going back in a session, in Chinese. */
import type { Catalogue } from "../say.ts";

export const rewind: Catalogue = {
  "The budget is used up.": "预算已用完。",
  "/rewind undo takes it back.": "/rewind undo 可撤销。",
  "bringing files back": "正在恢复文件",
  "{0} of {1} files": "{1} 个文件中的 {0} 个",
  "1 file keeps what was done to it after this place.": "1 个文件保留了此处之后对它的改动。",
  "{0} keep what was done to them after this place.": "{0}保留了此处之后对它们的改动。",
  "That message is part of a summary already; nothing was changed.": "该消息已在摘要之中；未作任何更改。",
  "Nothing stands before that message; nothing was changed.": "该消息之前没有内容；未作任何更改。",
  "{0} wrote no summary; nothing was changed.": "{0} 没有写出摘要；未作任何更改。",
  "The summary would be {0} tokens, and what it stands for is {1}: nothing was changed.":
    "摘要有 {0} 个 token，而它所代表的内容只有 {1} 个：未作任何更改。",
  "Background jobs that have ended meanwhile: {0}.": "其间已结束的后台任务：{0}。",
  "Background jobs that were started after this place still run: {0}.":
    "此处之后启动的后台任务仍在运行：{0}。",
  "This session has no such place to go to; nothing was changed.": "此会话中没有这样的位置；未作任何更改。",
  "the conversation was taken up again in the middle of this turn.": "对话从这一轮的中途重新开始。",
  "go back to before a message; esc twice: on an empty line, when idle":
    "回到某条消息之前；按两次 esc：在空行上、空闲时",
  "esc once more goes back to before a message": "再按一次 esc 可回到某条消息之前",
  "undo the last rewind": "撤销上一次回退",
  "Back to before which message?": "回到哪条消息之前？",
  "Not possible, {0}: {1}": "无法执行“{0}”：{1}",
  "; ": "；",
  "back to before: {0}": "回到此消息之前：{0}",
  "{0} · esc back": "{0} · esc 返回",
  " · not possible": " · 无法执行",
  "Not possible: {0}": "无法执行：{0}",
  "Changed outside rein since, or perhaps while a command ran:":
    "此后在 rein 之外被改动，或可能在命令运行期间被改动：",
  "Nothing was changed.": "未作任何更改。",
  "only the other files · {0}": "只恢复其他文件 · {0}",
  "Overwrite what was changed outside rein in {0}?": "要覆盖 {0}中在 rein 之外所作的改动吗？",
  "no, leave everything as it is": "否，一切保持原样",
  "yes; what they hold now is kept, /rewind undo brings it back": "是；现有内容会保留，/rewind undo 可恢复",
  "  It changed no files.": "  没有改动文件。",
  new: "新建",
  " · what it held was not kept: {0}": " · 原内容未保留：{0}",
  "What came from here on is summarised; the files stay as they are.": "此后的内容已摘要；文件保持原样。",
  "What came from “{0}” on is replaced by its summary. /rewind undo brings it back.":
    "“{0}”及其后的内容已由摘要代替。/rewind undo 可恢复。",
  "A turn has begun meanwhile: nothing was changed.": "其间已开始新的一轮：未作任何更改。",
  "Type to filter": "输入以筛选",
  "undo the last summary": "撤销上一次摘要",
  "  Undoes the last summary: what it stands for is there again, word for word.":
    "  撤销上一次摘要：它所代表的内容逐字恢复。",
  "  Undoes the last rewind: the conversation goes back to where it was, and so do the files that came back with it.":
    "  撤销上一次回退：对话回到原处，随之恢复的文件也一样。",
  "{0} choose": "{0} 选择",
  "conversation and files": "对话和文件",
  "conversation only": "仅对话",
  "The files stay as they are. The message comes back to be changed.":
    "文件保持原样。消息会回到输入框供修改。",
  "files only": "仅文件",
  "one file only…": "仅一个文件…",
  "summarise from here": "摘要此后的内容",
  "What comes from this message on is replaced by its summary; before it all stays word for word. The files stay as they are.":
    "从此消息起的内容由摘要代替；之前的内容逐字保留。文件保持原样。",
  "summarise up to here": "摘要此前的内容",
  "nothing stands before this message.": "此消息之前没有内容。",
  "What comes before this message is replaced by its summary; from it on all stays word for word.":
    "此消息之前的内容由摘要代替；从它起逐字保留。",
  " · changed outside rein since": " · 此后在 rein 之外被改动",
  "comes back": "将恢复",
  "as it was": "恢复原样",
  "goes: it came later": "将删除：后来才有",
  "no file that rein changed is different from what it was then.": "rein 改过的文件都与当时相同。",
  "{0}.": "{0}。",
  "{0}; and {1} more.": "{0}；另有 {1} 个。",
  "Cannot be brought back:": "无法恢复：",
  "Nothing was said yet: there is nothing to go back to.": "还没有说过什么：无处可回。",
  "/rewind N: N is from 1 to {0}, how many of your messages back it goes; /rewind undo undoes the last one.":
    "/rewind N：N 为 1 到 {0}，表示往回多少条你的消息；/rewind undo 撤销上一次回退。",
  "Back to before “{0}”": "回到“{0}”之前",
  "The conversation is back before “{0}”.": "对话已回到“{0}”之前。",
  "Which file?": "哪个文件？",
  "Nothing was rewound yet: there is nothing to undo.": "还没有回退过：没有可撤销的。",
  "The conversation is where it was before.": "对话已回到原处。",
  "There is nothing to undo: the files are as they were.": "没有可撤销的：文件保持原样。",
  "go back to before one of your messages: the conversation, the files, or both; with a number, so many messages back":
    "回到你的某条消息之前：对话、文件或两者；带数字则往回那么多条消息",
};
