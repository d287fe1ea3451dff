/** What is said of a session that is shown again, watched or driven again, in Chinese. */
import type { Catalogue } from "../say.ts";

export const replay: Catalogue = {
  "  rein replay SESSION              show a session again as it happened; see “rein replay --help”":
    "  rein replay SESSION              重放会话当时的经过；参见 “rein replay --help”",
  "Usage:\n  rein replay SESSION           show a session again as it happened: nothing is run, nobody is asked\n      --speed N                 N times as fast; 0 waits for nothing\n      --step                    begin paused: the right arrow key shows the next step\n      --until TURN|TIME         end after that turn, or at that time, as in 10:32\n      --max-pause SECONDS       how long a pause between messages is at most (2)\n      --full                    on the whole window, also where the settings do not say so\n      --recording FILE          drive the engine again with what rein --record wrote, and show the first difference\n\nSESSION is an id or the beginning of it, words said in it, or the file of a log or of a bug report.\nKeys: space pauses, → one step, { } turns, + − speed, g G beginning and end, ctrl+o transcript, f go on from here in a\ncopy, q leave. Where it is piped, the session is printed at once.":
    "用法：\n  rein replay SESSION           重放会话当时的经过：不运行任何东西，不询问任何人\n      --speed N                 N 倍速；0 表示不等待\n      --step                    从暂停开始：按右方向键显示下一步\n      --until TURN|TIME         到该轮结束为止，或到该时间为止，如 10:32\n      --max-pause SECONDS       消息之间的停顿最长多少秒（2）\n      --full                    使用整个窗口，即使设置中没有这样写\n      --recording FILE          用 rein --record 的录制重新驱动引擎，并显示第一处差异\n\nSESSION 是会话的 id 或其开头、会话中说过的词，或者日志文件、故障报告文件。\n按键：空格暂停，→ 下一步，{ } 上一轮和下一轮，+ − 速度，g G 开头和结尾，ctrl+o 记录，f 从这里在副本中继续，\nq 离开。输出到管道时一次全部打印。",
  "— here it went to another place of its tree; what was left is not shown —":
    "— 会话在这里转到了会话树的另一处；离开的内容不显示 —",
  "{0} is not a regular file.": "{0} 不是普通文件。",
  "Nothing was said in this session.": "这个会话中没有说过任何内容。",
  "Which session? rein replay SESSION": "哪个会话？rein replay SESSION",
  "Session {0} is not open in another place. rein -r {1} goes on with it, rein replay {2} shows it again.":
    "会话 {0} 没有在别处打开。rein -r {1} 可继续它，rein replay {2} 可重放它。",
  "This is not a terminal, so there is nobody to watch it. rein sessions show {0} prints what was said.":
    "这里不是终端，没有人可以观看。rein sessions show {0} 会打印说过的内容。",
  "{0} takes a number from 0 to {1}, not “{2}”.": "{0} 需要 0 到 {1} 之间的数，而不是 “{2}”。",
  "--until takes the number of a turn or a time, as in 3 or 10:32, not “{0}”.":
    "--until 需要轮次的编号或时间，如 3 或 10:32，而不是 “{0}”。",
  "Turn {0} was stopped by its user, or has no end: nobody can repeat that, so it ended there.":
    "第 {0} 轮被用户中止，或者没有结束：这无法重复，因此到此为止。",
  "The same: {0} entries came out as the log has them.": "相同：产生的 {0} 个条目与日志一致。",
  "Entry {0} of the branch ({1}) is the first that differs.": "分支的第 {0} 个条目（{1}）最先出现差异。",
  "Entry {0} of the branch ({1}) is the first that differs, in {2}.":
    "分支的第 {0} 个条目（{1}）最先出现差异，位于 {2}。",
  "“-” is what the log has, “+” what came out now.": "“-” 是日志中的内容，“+” 是现在得到的内容。",
  "(nothing)": "（无）",
  "pause, or go on": "暂停，或继续",
  "show the next step, and pause": "显示下一步，然后暂停",
  "to the next message": "到下一条消息",
  "to the message before": "到上一条消息",
  faster: "加快",
  slower: "放慢",
  "A session that is shown again, or watched": "重放或观看的会话",
  '"{0}" fits {1} sessions. Name one by its id:\n{2}': '"{0}" 匹配 {1} 个会话。请用 id 指定一个：\n{2}',
  "There is no file {0}.": "没有文件 {0}。",
  "{0} could not be read: {1}.": "无法读取 {0}：{1}。",
  "{0} holds no session: it is neither a log nor a bug report with one.":
    "{0} 中没有会话：它既不是日志，也不是含有会话的故障报告。",
  replay: "重放",
  paused: "已暂停",
  "the end": "结尾",
  "turn {0} of {1}": "第 {0} 轮，共 {1} 轮",
  pause: "暂停",
  "go on": "继续",
  "{0} step": "{0} 单步",
  turn: "轮次",
  speed: "速度",
  "◉ watching": "◉ 正在观看",
  "{0} leave": "{0} 离开",
  "{0} fork": "{0} 分叉",
  "{0} transcript": "{0} 记录",
  "no waiting": "不等待",
  "answered: 1 yes, once": "已回答：1 是，仅此一次",
  "answered: 2 yes, and not asked again": "已回答：2 是，并且不再询问",
  "answered: 2 yes, and not asked again for {0}": "已回答：2 是，并且对 {0} 不再询问",
  "answered: 3 no": "已回答：3 否",
  "answered: 3 no: {0}": "已回答：3 否：{0}",
  "answered: no, and stop": "已回答：否，并停止",
  "answered: yes, with the call changed": "已回答：是，并修改了调用",
  "answered hunk by hunk": "已逐块回答",
  "— turn {0} of {1} —": "— 第 {0} 轮，共 {1} 轮 —",
  "— the end —": "— 结尾 —",
  "— the beginning —": "— 开头 —",
  "Replay of session {0}, begun {1} UTC in {2}. Nothing is run; pauses are shortened to {3}.":
    "重放会话 {0}，于 {1} UTC 在 {2} 开始。不运行任何东西；停顿缩短到 {3}。",
  "Go on from here in a copy: with which model?": "从这里在副本中继续：用哪个模型？",
  "the same as for a new session": "与新会话相同",
  "{0} · as it was": "{0} · 与原来相同",
  "it has ended": "已结束",
  "— the session went to another place —": "— 会话转到了别处 —",
  "The other rein has closed the session.": "另一个 rein 已关闭该会话。",
  "Session {0} is not open in another place any more.": "会话 {0} 不再在别处打开。",
  "go on with it here": "在这里继续它",
  "stay, and look at it": "留下查看",
  "Watching session {0}, read-only. What is written in the other place appears here.":
    "正在只读观看会话 {0}。在别处写入的内容会显示在这里。",
  "The session's file is not what it was: it was moved away or written anew. Nothing more is followed.":
    "会话的文件已不是原来的：它被移走或重写。不再继续跟随。",
  "Session {0} is open in another place.": "会话 {0} 正在别处打开。",
  "It is open in {0}.": "打开它的是：{0}。",
  "watch it here, read-only": "在这里只读观看",
  "go on in a copy; the session stays as it is": "在副本中继续；原会话保持不变",
  "leave it": "不管它",
  "{0} from the beginning": "{0} 从头再来",
  "Watching draws on the screen as it changes, which accessible mode does not do. rein sessions show {0} prints what was said.":
    "观看会随变化重画屏幕，无障碍模式不这样做。rein sessions show {0} 会打印已说过的内容。",
  "  waiting for your answer": "  等待你的回答",
};
