/** What is said about the list of sessions, their names and how they come back, in Chinese. */
import type { Catalogue } from "../say.ts";

export const savedSessions: Catalogue = {
  "give the session a name": "给会话命名",
  "search all that was said and printed for what is typed; re: in front for a regular expression":
    "在所有说过和输出过的内容中搜索所输入的；前面加 re: 为正则表达式",
  "Its name, empty for the one by rule:": "名称（留空则按规则）：",
  "Searching everything that was said for “{0}”…": "正在所有说过的内容中搜索“{0}”…",
  "{0} what was said": "{0} 说过的内容",
  "{0} rename": "{0} 重命名",
  "a copy of {0}": "{0} 的副本",
  "Session {0} is in the trash: {1}": "会话 {0} 已移到回收站：{1}",
  "Session {0} was there no more: somebody has removed it.": "会话 {0} 已不在：有人删除了它。",
  "“{0}” was said nowhere.": "没有人说过“{0}”。",
  "The pattern took too long, so not everything was looked at.": "匹配该模式耗时过长，因此没有查完所有内容。",
  "{0} places": "{0} 处",
  "the last {0}": "最后 {0}",
  "With “{0}”: {1}. Type to filter": "含“{0}”：{1}。输入以筛选",
  "The sessions cannot be listed: {0}.": "无法列出会话：{0}。",
  "Which panels are open is not kept for the next time: {0}.": "哪些面板已打开不会保留到下一次：{0}。",
  "give this session a name: /rename fix the login; without words, change the one it has; “-” for the one by rule":
    "给此会话命名：/rename 修复登录；不带文字则修改现有名称；“-”为按规则的名称",
  "Nothing was said yet: there is no title to change. /rename WORDS gives one.":
    "还没有说过什么：没有可修改的标题。/rename WORDS 可以起一个。",
  "The session is called by its first message again: {0}": "会话又以第一条消息命名：{0}",
  "The session is called “{0}” now.": "会话现在名为“{0}”。",
  "Session {0} is called “{1}” now.\n": "会话 {0} 现在名为“{1}”。\n",
  "What is it to be called? rein sessions rename ID WORDS": "要叫什么？rein sessions rename ID WORDS",
  "“{0}” stands in {1} sessions. Say more words, or the id of one:\n{2}":
    "“{0}”出现在 {1} 个会话中。请多说几个词，或给出其中一个的 ID：\n{2}",
};
