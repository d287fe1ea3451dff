/** What the program says about bringing files back and what it keeps for that, in Chinese. */
import type { Catalogue } from "../say.ts";

export const files: Catalogue = {
  "it may hold secrets, and rein makes no copies of those for a command":
    "其中可能有机密，rein 不会为命令复制这类文件",
  "it has {0} bytes, and before a command rein keeps files of at most {1}":
    "它有 {0} 字节，而 rein 在命令之前只保存不超过 {1} 字节的文件",
  "rein keeps at most {0} bytes of a project before its commands": "rein 在命令之前最多保存项目的 {0} 字节",
  "the command changed it before rein had come to keep it": "rein 还没来得及保存，命令就改动了它",
  "The command changed {0} more files, which are not named here and cannot be brought back.":
    "命令还改动了另外 {0} 个文件，这里没有列出，也无法恢复。",
  "it was there before, where rein does not look": "它之前就在 rein 不查看的地方",
  "git has it in another form (a filter or another encoding), or could not be asked":
    "git 中保存的是另一种形式（过滤器或其他编码），或无法询问 git",
  "A stopped command had not ended yet, so nobody looked at what the next one changed.":
    "被停止的命令尚未结束，因此没有查看下一条命令改动了什么。",
  "rein does not look through a whole home folder around commands, so what they change cannot be brought back.":
    "rein 不会在命令前后查看整个主目录，因此命令的改动无法恢复。",
  "A command still ran when the session was left; what it changed by then was not looked at.":
    "离开会话时仍有命令在运行；没有查看它在此之前的改动。",
  "The project has more than {0} files; around commands rein looked at those only, and changes of others cannot be brought back.":
    "项目中的文件超过 {0} 个；rein 在命令前后只查看这些文件，其他文件的改动无法恢复。",
  "The look at the project around a command took too long and was cut; changes that it did not reach cannot be brought back.":
    "命令前后查看项目耗时过长，已中断；没有查看到的改动无法恢复。",
  "The look at the project behind a command was stopped; changes that it did not reach cannot be brought back.":
    "命令之后查看项目被停止；没有查看到的改动无法恢复。",
  "What a command changed could not be seen: {0}": "无法查看命令的改动：{0}",
  "there is a folder now": "那里现在是一个文件夹",
  "it belongs to version control, which rein does not touch": "它属于版本控制，rein 不会改动",
  "what it held was not kept: {0}": "没有保存它原来的内容：{0}",
  "what it held is no longer kept: it was too old, or too much": "它原来的内容已不再保存：太旧，或总量太大",
  "a folder above it is a link now": "它上层的文件夹现在是链接",
  "it was a link": "它原来是链接",
  "it was a link that leads to what is no text": "它原来是链接，但指向的内容不是文本",
  "there is something else than a file now": "那里现在不是普通文件",
  "it is too large to be kept before it is changed": "文件太大，改动之前无法保存",
  "rein was stopped while a background job ran; what it changed by then was not looked at.":
    "后台任务运行时 rein 被终止；没有查看到该任务此前的改动。",
  "it may not be read": "没有读取它的权限",
  "Around commands these could not be looked at, and cannot be brought back: {0}.":
    "命令前后无法查看以下内容，也无法恢复：{0}。",
  "Around commands these could not be looked at, and cannot be brought back: {0} and {1} more.":
    "命令前后无法查看以下内容，也无法恢复：{0} 以及另外 {1} 个。",
  "rein was stopped while a command ran; what that one changed was not seen, and stays as it is.":
    "命令运行时 rein 被终止；没有查看到该命令的改动，这些改动保持不变。",
  "What commands changed outside the project, in .git, in ignored files and folders such as node_modules that git does not track, and of folders themselves (empty ones, their rights), stays as it is.":
    "命令在项目之外、.git 中、git 未跟踪的被忽略文件和 node_modules 等文件夹中的改动，以及对文件夹本身（空文件夹、其权限）的改动，保持不变。",
  "what it held cannot be had: {0}": "无法取得它原来的内容：{0}",
  "what it holds now could not be kept: {0}": "无法保存它现在的内容：{0}",
  "it was stopped before its turn came": "还没轮到它就被停止了",
  "it was not kept": "没有保存",
  "it has changed while this was being decided": "在决定期间它发生了变化",
  "Brought back {0}: {1}.": "已恢复 {0}：{1}。",
  "Removed {0} that came later: {1}.": "已移除之后出现的 {0}：{1}。",
  "{0} was left as it is: {1}.": "{0} 保持不变：{1}。",
  "rein was stopped while it brought {0} back: some may not be as they were then. /rewind undo takes back what was done. Read files again before you rely on them.":
    "rein 在恢复 {0} 时被停止：其中一些可能还没有恢复到当时的样子。/rewind undo 可撤销已做的部分。依赖这些文件之前请重新读取。",
  "{0} were left as they are: {1}.": "{0} 保持不变：{1}。",
  "{0} were left as they are, for other reasons.": "{0} 因其他原因保持不变。",
  "there is no space left on the disk": "磁盘上没有剩余空间",
  "the system refuses to have it written": "系统拒绝写入",
  "a part of its path is no folder, or the path is too long": "它的路径中有一部分不是文件夹，或者路径太长",
  "it takes {0} bytes, and of a project at most {1} are kept": "它占用 {0} 字节，而每个项目最多保存 {1} 字节",
  "an earlier command changed too many files at once to name them all":
    "之前的一个命令一次改动了太多文件，无法一一列出",
  "There was nothing to do: the files are as they were.": "无需操作：文件与当时相同。",
  "{0} and {1} more": "{0} 以及另外 {1} 个",
  "The user brought {0} back to an earlier state: {1}. Read them again before changing them.":
    "用户已将 {0} 恢复到较早的状态：{1}。改动之前请重新读取。",
  "{0} would be removed: {1}.": "将移除 {0}：{1}。",
  "Removed {0}: {1}.": "已移除 {0}：{1}。",
  "There is nothing to remove.": "没有可移除的内容。",
  "of all projects (kept by an earlier version)": "所有项目（由较早的版本保存）",
  "no session names them": "没有会话用到",
  "too old, or too much for one project": "太旧，或超出单个项目的上限",
  "left by a program that was ended": "被终止的程序遗留",
  "{0}: {1}, {2}": "{0}：{1}，{2}",
  "{0} contents": "{0} 份内容",
  "{0}, {1}: {2}": "{0}，{1}：{2}",
  "Trash: {0}, {1}: there for more than {2} days": "回收站：{0}，{1}：已超过 {2} 天",
  "“gc” takes no “{0}”.": "“gc”不接受“{0}”。",
};
