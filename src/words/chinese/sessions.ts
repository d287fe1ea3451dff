/** What is said about sessions and their files, in Chinese. */
import type { Catalogue } from "../say.ts";

export const sessions: Catalogue = {
  "it has {0} bytes, and at most {1} are kept": "它有 {0} 字节，最多保留 {1} 字节",
  "the folder {0} could not be written ({1})": "无法写入文件夹 {0}（{1}）",
  "Old contents in {0} could not be removed: {1}": "无法删除 {0} 中的旧内容：{1}",
  "it is no longer kept": "已不再保留",
  "it could not be read ({0})": "无法读取（{0}）",
  "{0} is damaged: it holds something else than was kept": "{0} 已损坏：其内容与保存的不同",
  "{0} is damaged ({1})": "{0} 已损坏（{1}）",
  "What {0} held before this change could not be kept: {1}. The change is made all the same; rein cannot take it back.":
    "无法保留 {0} 在此次改动之前的内容：{1}。改动照常进行；但 rein 无法撤销它。",
  'There is no session "{0}". "rein sessions list" shows all of them.':
    '没有会话 "{0}"。"rein sessions list" 可列出全部会话。',
  "  … and {0} more": "  … 还有 {0} 个",
  '"{0}" fits {1} sessions. Say a little more of the id:\n{2}':
    '"{0}" 匹配 {1} 个会话。请给出更完整的 id：\n{2}',
  "Session {0} is open: {1}. Close it there, then remove it.":
    "会话 {0} 正被打开：{1}。请先在那里关闭，再删除。",
  "Session {0} could not be moved to {1}: {2}. It is still there.":
    "会话 {0} 无法移到 {1}：{2}。它仍在原处。",
  "another process": "另一个进程",
  " on {0}": "（位于 {0}）",
  "this same process, since {0}": "就是当前进程，自 {0} 起",
  "process {0}{1}, since {2}": "进程 {0}{1}，自 {2} 起",
  "An entry came after this session was closed; it is not in {0}.":
    "此会话关闭后又有一条记录；它不在 {0} 中。",
  "The last {0} entries of this session could not be saved to {1}.":
    "此会话的最后 {0} 条记录无法保存到 {1}。",
  "This session is saved again to {0}; nothing is missing.": "此会话已重新保存到 {0}；没有缺失。",
  "the disk took no bytes": "磁盘没有写入任何字节",
  "the file was deleted": "文件已被删除",
  "rein was stopped in the middle of this turn.": "rein 在本轮中途被停止。",
  "rein was stopped; its background jobs ended with it: {0}.": "rein 被停止；其后台任务随之结束：{0}。",
  "The first line of this session's file is damaged; the folder it was started in is not known.":
    "此会话文件的第一行已损坏；不知道它是在哪个文件夹中开始的。",
  "The last entry of this session was cut short when rein was stopped, and is left out.":
    "rein 被停止时，此会话的最后一条记录被截断，已略去。",
  "Some characters of this session were damaged on disk and show as �.":
    "此会话的部分字符在磁盘上已损坏，显示为 �。",
  "bytes {0}{1}": "字节 {0}{1}",
  "The name could not be written to {0}: {1}.": "无法把名称写入 {0}：{1}。",
  "its id is in use by {0}": "其 id 正被{0}使用",
  "The id {0} is in use by {1}. Choose another id.": "id {0} 正被{1}使用。请换一个 id。",
  "What the model was saying when rein was killed cannot be read ({0}); it is left where it is.":
    "无法读取 rein 被强行终止时模型正在说的内容（{0}）；该内容保留在原处。",
  "This session could not be locked ({0}): do not open it twice.": "无法锁定此会话（{0}）：请不要重复打开。",
  '"{0}" cannot be a session\'s id: use 3 to 64 characters of a-z, 0-9 and "-".':
    '"{0}" 不能用作会话 id：请使用 3 到 64 个 a-z、0-9 和 "-" 字符。',
  "There is a session {0} already. Resume it, or choose another id.": "已有会话 {0}。请恢复它，或另选 id。",
  "it is not there": "文件不存在",
  "The session {0} could not be read: {1}.": "无法读取会话 {0}：{1}。",
  "A session file could not be read, and is not listed: {0}.": "有一个会话文件无法读取，没有列出：{0}。",
  "A session file could not be read; rein sessions list says which.":
    "有一个会话文件无法读取；rein sessions list 会说明是哪一个。",
  "{0} session files could not be read; rein sessions list says which.":
    "有 {0} 个会话文件无法读取；rein sessions list 会说明是哪些。",
  "{0} session files could not be read, and are not listed. The first: {1}.":
    "有 {0} 个会话文件无法读取，没有列出。第一个：{1}。",
  "This session is saved again to {0}. A long text of 1 entry was only in the file that was changed, and is gone; its place says so.":
    "此会话已重新保存到 {0}。有 1 条记录的长文本只存在于被改动的文件中，已丢失；原处有说明。",
  "This session is saved again to {0}. Long texts of {1} entries were only in the file that was changed, and are gone; their places say so.":
    "此会话已重新保存到 {0}。有 {1} 条记录的长文本只存在于被改动的文件中，已丢失；原处有说明。",
  "1 damaged part of this session's file was skipped ({0}); all else is here.":
    "跳过了此会话文件中 1 处损坏（{0}）；其余都在。",
  "{0} damaged parts of this session's file were skipped ({1}); all else is here.":
    "跳过了此会话文件中 {0} 处损坏（{1}）；其余都在。",
  "1 entry of this session is from a newer rein and not shown; they are kept.":
    "此会话有 1 条记录来自更新版本的 rein，未显示；它们会保留。",
  "{0} entries of this session are from a newer rein and not shown; they are kept.":
    "此会话有 {0} 条记录来自更新版本的 rein，未显示；它们会保留。",
  "This session could not be saved to {0}: {1}. rein keeps it in memory and tries again with every new entry.":
    "此会话无法保存到 {0}：{1}。rein 会将其保留在内存中，并在每次有新记录时重试。",
  "Session {0} is open in another place: {1}. Two writers would mix up its log, so nothing was opened. Close it there, look at it with rein sessions show {2}, or go on in a copy: rein -r {3} --fork.":
    "会话 {0} 已在别处打开：{1}。两处同时写入会弄乱日志，因此没有打开。请先在那里关闭，或用 rein sessions show {2} 查看，或在副本中继续：rein -r {3} --fork。",
  "another file has its name now, which is kept as {0}": "现在另一个文件占用了它的名字，已保留为 {0}",
  "something cut the file from {0} to {1} bytes; the rest is kept as {2}":
    "文件被从 {0} 字节截断到 {1} 字节；剩余部分保留为 {2}",
  "Something else writes to {0} too. Nothing is lost, but what it adds becomes a branch of its own: close this session in one of the two places.":
    "另有程序也在写入 {0}。没有丢失内容，但它写入的会成为另一个分支：请在其中一处关闭此会话。",
  "The end of this session may be missing in {0}: {1}.": "{0} 中可能缺少此会话的结尾：{1}。",
  "Two different entries of this session have the same name ({0}); the first one counts, and both stay in the file.":
    "此会话有两条不同的记录同名（{0}）；以第一条为准，两条都留在文件中。",
  "Entries are missing in this session's file in front of {0}; all else is here.":
    "此会话文件在 {0} 之前缺少记录；其余都在。",
  "The session {0} was written by a newer rein (format {1}; this one knows {2}). It was left as it is. Update rein to go on with it.":
    "会话 {0} 由更新版本的 rein 写入（格式 {1}；当前版本支持 {2}）。已保持原样。请更新 rein 后继续。",
  "What “checkpointLimit” says in {0} cannot be used, so nothing was removed: it may allow more than the default does. Repair it there first.":
    "{0} 中的“checkpointLimit”无法使用，因此什么也没有删除：它允许的可能比默认值多。请先在那里修好它。",
  "What is kept cannot be looked through: {0}. Nothing was removed.":
    "无法查看保留的内容：{0}。没有删除任何东西。",
  "The folder of sessions, {0}, cannot be read ({1}); nothing in it was changed.":
    "会话文件夹 {0} 无法读取（{1}）；其中的内容没有改动。",
};
