/** Chinese for sessions of other programs. */
import type { Catalogue } from "../say.ts";

export const imports: Catalogue = {
  "Nothing was said in {0}, as far as it can be read, so nothing was imported.":
    "就可读取的内容而言，{0} 中没有任何对话，因此什么也没有导入。",
  "The imported session could not be written: {0}. Nothing is left of it.":
    "无法写入导入的会话：{0}。没有留下任何内容。",
  "Another rein is importing this session at this moment, so this one has not begun. Say it again when that is done.":
    "另一个 rein 正在导入这个会话，因此这里没有开始。请等它完成后再试。",
  "{0} could not be read: {1}. Nothing was imported.": "无法读取 {0}：{1}。什么也没有导入。",
  "What comes before was said in {0}, with the tools of that program. The conversation goes on in rein: only the tools that are here now can be called.":
    "以上内容是在 {0} 中用该程序的工具进行的。对话在 rein 中继续：只能调用这里现有的工具。",
  "Session {0} was made from the same transcript earlier; it stays as it is.":
    "会话 {0} 先前由同一份记录导入；它保持不变。",
  "The transcript does not say where it belongs: the session is one of this folder.":
    "该记录没有说明属于哪个文件夹：会话归入此文件夹。",
  "Could not be read, and left out: {0} of the transcript.": "记录中无法读取并略去的内容：{0}。",
  "Conversations of helpers that it had started are left out: {0}.": "已略去它启动的助手的对话：{0}。",
  "What {0} had put in for itself is left out: {1}.": "已略去 {0} 自己加入的内容：{1}。",
  "rein: {0} are read; it takes a moment.": "rein：正在读取 {0}；请稍候。",
  "rein: {0}% of the session is written.": "rein：会话已写入 {0}%。",
  "It was imported before, and nothing has come since: rein -r {0} goes on with it. --again imports it once more.\n":
    "它先前已导入，此后没有新内容：用 rein -r {0} 继续。--again 可再导入一次。\n",
  "Imported from {0} as session {1} ({2}). rein -r {3} goes on with it.\n":
    "已从 {0} 导入为会话 {1}（{2}）。用 rein -r {3} 继续。\n",
  "Imported from {0} as session {1} ({2}), of the folder {3}. rein -r {4} goes on with it, there or here.\n":
    "已从 {0} 导入为会话 {1}（{2}），属于文件夹 {3}。用 rein -r {4} 在那里或这里继续。\n",
  "No transcripts of other programs were found.\n": "没有找到其他程序的会话记录。\n",
  "No transcripts of other programs were found for this folder; --all lists those of others.\n":
    "没有找到其他程序在此文件夹的会话记录；--all 可列出其他文件夹的。\n",
  "rein sessions import ID makes one of them a session of rein.":
    "rein sessions import ID 可把其中一个变成 rein 的会话。",
  "(no title)": "（无标题）",
  "[session {0}] {1}": "[会话 {0}] {1}",
  "There is no transcript “{0}”: neither a file of that name nor an id that begins so. rein sessions import --all lists what there is.":
    "没有记录“{0}”：既没有这个名字的文件，也没有以此开头的 ID。rein sessions import --all 可列出现有的记录。",
  "“{0}” fits {1} transcripts. Say a little more of the id, or name the file:\n{2}":
    "“{0}”符合 {1} 份记录。请再多给几位 ID，或给出文件名：\n{2}",
  "{0} could not be read: {1}. The sessions in it are not listed.": "无法读取 {0}：{1}。其中的会话没有列出。",
  "{0} is no transcript that rein knows. If it is one, say whose: --tool {1}.":
    "{0} 不是 rein 认识的会话记录。如果它是，请说明属于谁：--tool {1}。",
  "There is nothing in {0} that can be read.": "{0} 中没有可读取的内容。",
  "--tool is one of {0}, not “{1}”.": "--tool 是 {0} 之一，而不是“{1}”。",
  "Of other programs; a copy becomes a session of rein. Type to filter":
    "其他程序的会话；副本会成为 rein 的会话。输入以筛选",
  "The sessions of other programs cannot be listed.": "无法列出其他程序的会话。",
  "{0} other programs": "{0} 其他程序",
  "The session of {0} is read; it takes a moment. Esc stops that.":
    "正在读取 {0} 的会话；请稍候。按 Esc 可停止。",
  "Other programs have sessions on this disk, too: rein sessions import lists them.":
    "其他程序在此磁盘上也有会话：rein sessions import 可列出它们。",
  "This session of {0} was imported before, and nothing has come since.":
    "{0} 的这个会话先前已导入，此后没有新内容。",
  "Imported from {0}, which keeps its own.": "已从 {0} 导入，原来的仍保留在那里。",
  'rein has no session "{0}", but {1} has one: {2}. It is not imported yet: {3} makes it a session of rein.':
    "rein 没有会话“{0}”，但 {1} 有一个：{2}。它尚未导入：{3} 可把它变成 rein 的会话。",
  'rein has no session "{0}", but {1} has one: {2}. It was imported: {3} goes on with it.':
    "rein 没有会话“{0}”，但 {1} 有一个：{2}。它已导入：{3} 可继续它。",
  'rein has no session "{0}", but other programs have {1}. These commands take one over, or go on with what was:\n{2}':
    "rein 没有会话“{0}”，但其他程序有 {1} 个。这些命令可导入其中一个，或继续已导入的：\n{2}",
  "This session of {0} was imported before, as {1}.": "{0} 的这个会话先前已导入为 {1}。",
  "This session of {0} was imported before, as {1}, and nothing has come since.":
    "{0} 的这个会话先前已导入为 {1}，此后没有新内容。",
  "This session of {0} was imported before, as {1}, and has grown there since: what came then is not in it. rein sessions import {2} makes another one of all of it.":
    "{0} 的这个会话先前已导入为 {1}，此后在那里又有新内容，这些内容不在其中。rein sessions import {2} 可由全部内容另建一个会话。",
  "Imported from {0}, which keeps its own: {1} ({2}) is session {3} of rein.":
    "已从 {0} 导入，原来的仍保留在那里：{1}（{2}）现为 rein 的会话 {3}。",
  "{0} has a session of this id, too. This is the one of rein; rein sessions import {1} makes another one of theirs.":
    "{0} 也有这个 ID 的会话。这是 rein 自己的；rein sessions import {1} 可由那一个另建一个会话。",
};
