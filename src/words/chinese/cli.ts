/** The command line. */
import type { Catalogue } from "../say.ts";

export const cli: Catalogue = {
  "Usage:": "用法：",
  "Options:": "选项：",
  "rein {0}: a coding agent in your terminal, with you holding the reins":
    "rein {0}：终端里的编程助手，缰绳握在你手中",
  "  rein [options] [prompt]          talk to a model about this folder":
    "  rein [options] [prompt]          与模型谈论当前文件夹",
  "  rein -p [options] [prompt]       one answer on stdout, no screen":
    "  rein -p [options] [prompt]       在标准输出给出一个回答，不打开界面",
  "  rein --events [options]          a session that another program drives; see docs/events.md":
    "  rein --events [options]          由另一个程序驱动的会话；见 docs/events.md",
  "  rein sessions [command]          saved sessions: list, search, show, export, …; see “rein sessions --help”":
    "  rein sessions [command]          已保存的会话：list、search、show、export、rename、rm；见“rein sessions --help”",
  "  rein models [filter]             the models that you can talk to":
    "  rein models [filter]             可以使用的模型",
  "  rein auth login|list|logout      keys of providers; see “rein auth --help”":
    "  rein auth login|list|logout      服务商的密钥；见“rein auth --help”",
  "  rein trust list|DIR|forget       folders whose settings and instructions are used":
    "  rein trust list|DIR|forget       哪些文件夹的设置和说明可以使用",
  "  rein permissions test|list       what would be asked here, and why; see “rein permissions --help”":
    "  rein permissions test|list       这里会询问什么，为什么；见“rein permissions --help”",
  "  rein doctor                      what is not right on this machine, and how to repair it":
    "  rein doctor                      这台机器上有什么不对，如何修复",
  "Exit codes: 0 answered · 1 failed · 2 wrong usage · 3 limit reached · 130 interrupted":
    "退出码：0 已回答 · 1 失败 · 2 用法错误 · 3 达到上限 · 130 被中断",
  "answer one prompt on stdout and exit; “-” reads the prompt from stdin":
    "在标准输出回答一个提示后退出；“-”从标准输入读取提示",
  "let a program drive: events on stdout, what to do on stdin, in lines of JSON":
    "由程序驱动：标准输出给出事件，标准输入接收指令，每行一个 JSON",
  "the model to talk to, provider/model or provider/model:effort; demo is offline":
    "要使用的模型：provider/model 或 provider/model:effort；demo 为离线模型",
  "go on with this folder's latest session": "继续此文件夹最近的会话",
  "go on with a session, by its id or words said in it; without: choose one":
    "按 ID、其开头或会话中说过的词继续一个会话；不给则从列表中选择",
  "the id of the session that is begun: 3 to 64 characters of a-z, 0-9 and “-”":
    "新会话的 ID：3 到 64 个字符，限 a-z、0-9 和“-”",
  "keep nothing of this session: no log, no drafts, no copies of files":
    "不保留此会话的任何内容：无日志、无草稿、无文件副本",
  "--session-id names a session that is begun, and -c and -r go on with one: with --fork the copy gets it.":
    "--session-id 为新会话命名，而 -c 和 -r 是继续已有会话：加上 --fork，副本将使用该 ID。",
  "with -c or -r: go on in a copy of the session, and leave it as it is":
    "与 -c 或 -r 一起：在会话的副本中继续，原会话保持不变",
  "ask, accept-edits, plan or auto": "ask、accept-edits、plan 或 auto",
  "let these calls run unasked, as in 'bash(npm test)'; repeatable":
    "这些调用不询问就运行，例如 'bash(npm test)'；可重复",
  "ask about these calls though something allows them; repeatable": "即使有规则允许，也询问这些调用；可重复",
  "never let these calls run; repeatable": "永不运行这些调用；可重复",
  "plain lines for a screen reader: nothing is redrawn, no boxes; also ACCESSIBLE=1":
    "为屏幕阅读器输出纯文本行：不重绘，无边框；也可用 ACCESSIBLE=1",
  "use what this folder brings (settings, instructions) in this run": "本次运行使用此文件夹自带的设置和说明",
  "confine commands: auto, required (start only with one) or none":
    "用沙箱限制命令：auto、required（没有沙箱就不启动）或 none",
  "give the model only these tools": "只给模型这些工具",
  "most model responses in one turn (50; with -p 16)": "一轮中模型响应的最多次数（50；用 -p 时 16）",
  "end a turn before its session costs more than this, as in 0.50":
    "在会话花费超过此数之前结束这一轮，例如 0.50",
  "record the talk with the model's server; --model replay:FILE plays it":
    "记录与模型服务器的通信；--model replay:FILE 可重放",
  "log requests and responses there, keys removed": "把请求和响应记录到此文件，密钥已去除",
  "show this": "显示本帮助",
  "show the version": "显示版本",

  "{0}\n“rein --help” shows all options.": "{0}\n“rein --help”显示所有选项。",
  "--fork copies a session: say which one with -c or -r.":
    "--fork 复制一个会话：请用 -c 或 -r 指明是哪一个。",
  "-c and -r do not go together: -c is the latest session, -r a chosen one.":
    "-c 与 -r 不能同用：-c 是最近的会话，-r 是选定的会话。",
  "--permission-mode is one of {0}, not “{1}”.": "--permission-mode 只能是 {0} 之一，不能是“{1}”。",
  "--sandbox is one of auto, required, none, not “{0}”.":
    "--sandbox 只能是 auto、required、none 之一，不能是“{0}”。",
  "--max-turns takes a positive whole number, not “{0}”.": "--max-turns 需要一个正整数，不能是“{0}”。",
  "--max-cost takes US dollars above 0, as in 0.50, not “{0}”.":
    "--max-cost 需要大于 0 的美元数，例如 0.50，不能是“{0}”。",
  "--tools takes names with commas between them, as in --tools read_file,grep.":
    "--tools 需要以逗号分隔的名称，例如 --tools read_file,grep。",

  "Usage:\n  rein sessions list [--all]          this folder's sessions, or all, the last used first\n      --json                          a session a line, for a program\n  rein sessions search WORDS [--all]  where all the words were said or printed; re:PATTERN for a regular expression\n      --json                          a hit a line, for a program\n  rein sessions show ID [--trace]     what was said; --trace: times, tokens, costs, calls and outcomes\n      --tree                          its turns on all branches, in place of what was said on the last one\n      --context                       what fills the model's window, part by part\n  rein sessions export ID             write it to a file of this folder, without its secrets\n      --format md|html|json           Markdown (as is), one HTML page, or JSON of messages\n      --output FILE                   that file or folder; “-” is stdout. Nothing is overwritten\n      --with-secrets                  leave the texts as the log has them\n  rein sessions rename ID WORDS       give a session a name; “-” for the title by its first message\n  rein sessions import                sessions of other programs on this disk, of this folder; --all for all\n  rein sessions import FILE|ID        make one of them a session, to go on with; the other program's file stays as it is\n      --tool NAME                     only those of claude-code, codex, gemini-cli, opencode or pi\n      --again                         once more, though it was imported before and has not grown\n  rein sessions watch ID [--full]     follow a session that is open in another place, read-only\n  rein sessions rm ID                 move a session to the trash\n  rein sessions gc [--dry-run]        remove what is kept of changed files and no session needs any more\n      --trash                         also sessions that have been in the trash for 30 days\n\nID is a session's id or the beginning of it.\n\nWith --json a line of the list is an object of: session, title, named (somebody gave it the title), createdAt and updatedAt\n(ISO 8601, UTC), size (bytes), cwd, branch, model, cost (US dollars by today's prices; null: not known), unpriced (models\nwithout a price), inputTokens, outputTokens, lastWords, forkedFrom, readable (by this version), file. A hit is one of:\nsession, title, cwd, who (user, assistant or tool), at, text, hits (where in the text: from, to).":
    "用法：\n  rein sessions list [--all]          此文件夹的会话，或全部会话，最近使用的在前\n      --json                          每行一个会话，供程序使用\n  rein sessions search WORDS [--all]  所有词都说过或输出过的地方；re:PATTERN 为正则表达式\n      --json                          每行一个结果，供程序使用\n  rein sessions show ID [--trace]     说过的内容；--trace：时间、token、费用、调用和结果\n      --tree                          所有分支上的各轮，而不是最后一个分支上说过的内容\n      --context                       模型窗口里装着什么，逐项列出\n  rein sessions export ID             写入此文件夹的文件，不含机密\n      --format md|html|json           Markdown（默认）、单个 HTML 页面，或消息的 JSON\n      --output FILE                   写到该文件或文件夹；“-”是标准输出。不会覆盖任何文件\n      --with-secrets                  保留日志中的原文\n  rein sessions rename ID WORDS       给会话命名；“-”恢复为取自第一条消息的标题\n  rein sessions import                本机上其他程序在此文件夹的会话；--all 列出全部\n  rein sessions import FILE|ID        把其中一个变成可以继续的会话；其他程序的文件保持不变\n      --tool NAME                     只看 claude-code、codex、gemini-cli、opencode 或 pi 的\n      --again                         先前导入过且没有新内容时，再导入一次\n  rein sessions watch ID [--full]     只读地跟随在别处打开的会话\n  rein sessions rm ID                 把会话移到回收站\n  rein sessions gc [--dry-run]        删除为改动的文件保留、且已无会话需要的内容\n      --trash                         也删除在回收站里满 30 天的会话\n\nID 是会话的 ID 或其开头。\n\n使用 --json 时，列表的每行是一个对象，含：session、title、named（标题是否由人或模型所起）、createdAt 和 updatedAt\n（ISO 8601，UTC）、size（字节）、cwd、branch、model、cost（按今日价格的美元数；null：未知）、unpriced（没有价格的\n模型）、inputTokens、outputTokens、lastWords、forkedFrom、readable（本版本能否读取）、file。每个结果含：session、\ntitle、cwd、who（user、assistant 或 tool）、at、text、hits（在 text 中的位置：起、止）。",
  "What is to be found? rein sessions search WORDS": "要找什么？rein sessions search WORDS",
  "rein: {0} could not be read, and was not searched.": "rein：无法读取 {0}，未搜索它。",
  "rein: The pattern took too long, so not everything was looked at. Simplify it.":
    "rein：该模式用时过长，因此没有看完全部内容。请简化它。",
  you: "你",
  tool: "工具",
  "rein: Nothing was found.": "rein：什么也没有找到。",
  "rein: Nothing was found in this folder's sessions; --all searches those of others, too.":
    "rein：在此文件夹的会话中什么也没有找到；--all 也会搜索其他文件夹的会话。",
  "rein: Only the last {0} hits are shown. Say more words to find fewer.":
    "rein：只显示最近的 {0} 个结果。多给几个词可以缩小范围。",
  "“{0}” is no regular expression: {1}": "“{0}”不是正则表达式：{1}",
  "rein: More than {0} of sessions are read for the first time; it takes a moment.":
    "rein：首次读取超过 {0} 的会话；请稍候。",
  'There is no session "{0}": none has such an id, and in none do all these words stand. "rein sessions list --all" shows all of them.':
    '没有会话 "{0}"：没有这样的 ID，也没有一个会话包含所有这些词。"rein sessions list --all" 可列出全部会话。',
  "There is one session too many: {0}.": "多给了一个会话：{0}。",
  "“list” takes no “{0}”.": "“list”不接受“{0}”。",
  "There is no “rein sessions {0}”.": "没有“rein sessions {0}”。",
  "There are no sessions yet.\n": "还没有会话。\n",
  "There are no sessions of this folder yet; --all lists those of others.\n":
    "此文件夹还没有会话；--all 列出其他文件夹的会话。\n",
  "session {0} · {1} · {2}": "会话 {0} · {1} · {2}",
  "Which session? rein sessions {0} ID": "哪个会话？rein sessions {0} ID",

  "You were asked,": "询问过你，",
  "You were asked, changed it,": "询问过你，你改了内容，",
  "{0} and said yes.": "{0}你同意了。",
  "You were asked, and changed it before it ran.": "询问过你，你改了内容之后才运行。",
  "{0} said yes, and kept the rule {1}.": "{0}你同意了，并记住了规则 {1}。",
  "that was offered": "（当时提供的那一条）",
  "{0} and said no.": "{0}你拒绝了。",
  "{0} and said no: {1}": "{0}你拒绝了：{1}",
  "{0} said no, and stopped.": "{0}你拒绝并停止了。",
  "{0} and said no to every hunk.": "{0}你拒绝了每一处改动。",
  "{0} and took {1} of its {2} hunks.": "{0}你采纳了 {2} 处改动中的 {1} 处。",
  "It ran without a question.": "它未经询问就运行了。",
  "It was not run; the session ends before.": "它没有运行；会话在此之前就结束了。",
  "It was not run: {0}": "它没有运行：{0}",
  "  changed to: {0}": "  改为：{0}",
  "call {0} of session {1}, {2}": "会话 {1} 的调用 {0}，{2}",
  "Then: {0}": "当时：{0}",
  "Now:": "现在：",
  "It cannot be decided again: {0}": "无法再次判定：{0}",
  "No session of {0} has a call yet. Say rein permissions why 'COMMAND'.":
    "{0} 的会话还没有任何调用。请用 rein permissions why 'COMMAND'。",
  "The session {0} could not be read: {1}": "无法读取会话 {0}：{1}",
  "its arguments are no JSON object": "它的参数不是 JSON 对象",

  "It would run without a question": "不询问就会运行",
  "It would be asked": "会先询问",
  "It would be refused": "会被拒绝",
  "only reads": "只读",
  "needs approval": "需要批准",
  "always asked": "总是询问",
  "  It is not understood as a whole: {0}": "  无法完全理解：{0}",
  "{0} ({1} mode): {2}.": "{0}（{1} 模式）：{2}。",
  "The rule {0} comes from: {1}.": "规则 {0} 来自：{1}。",
  "The question would offer to keep the rule {0}.": "询问时会提供记住规则 {0} 的选项。",
  "the environment": "环境变量",
  "the command line": "命令行",
  "remembered for this project": "为此项目记住的",
  "the default": "默认",
  "The folder {0} cannot be used ({1}).": "无法使用文件夹 {0}（{1}）。",

  "{0} in {1} of this folder": "此文件夹 {1}中的 {0}",
  "{0} approvals": "{0} 次批准",
  "{0} questions": "{0} 个问题",
  "From {0}:": "根据{0}：",
  "No rule comes of {0}: none would answer two questions safely.":
    "从{0}得不出规则：没有哪条规则能安全地回答两个问题。",
  "{0}  would have answered {1}; it allows more than these:": "{0}  本可回答 {1}；它允许的不止这些：",
  "{0}  would have answered {1}:": "{0}  本可回答 {1}：",

  'Usage:\n  rein permissions test COMMAND   what would happen to a shell command here, part by part, and why; nothing is run\n  rein permissions test --json    the same for a list on stdin: one call a line, {"id","tool","input"};\n                                  answers one line each, {"id","verdict","class","because"}\n  rein permissions list           the mode and the rules in force, and where they come from\n  rein permissions why CALL       what was decided about a call and why: its id, or “last”; or about a command\n  rein permissions suggest        rules that would have answered what you were asked here before\n  rein permissions allow RULE     remember a rule for this project, as “don\'t ask again” does\n  rein permissions forget RULE    forget a remembered rule\n\nOptions:\n  --cwd DIR      the project\'s folder (default: this one)\n  --mode MODE    {0}\n  --allow RULE   another rule, as in --allow \'bash(npm test)\'; more than once\n  --ask RULE     the same, for what is asked though something allows it\n  --deny RULE    the same, for what must not run\n  --json         for “test”, “why” and “suggest”: JSON, a line each':
    '用法：\n  rein permissions test COMMAND   一条 shell 命令在这里会怎样，逐段说明原因；什么都不会运行\n  rein permissions test --json    同上，从标准输入读取列表：每行一个调用 {"id","tool","input"}；\n                                  每行一个回答 {"id","verdict","class","because"}\n  rein permissions list           生效的模式和规则，以及它们的来源\n  rein permissions why CALL       对一个调用作了什么判定，为什么：用它的 ID 或“last”；也可以是一条命令\n  rein permissions suggest        哪些规则本可回答这里以前问过你的问题\n  rein permissions allow RULE     为此项目记住一条规则，与“不再询问”相同\n  rein permissions forget RULE    忘掉一条记住的规则\n\n选项：\n  --cwd DIR      项目的文件夹（默认：当前文件夹）\n  --mode MODE    {0}\n  --allow RULE   再加一条规则，例如 --allow \'bash(npm test)\'；可多次使用\n  --ask RULE     同上，即使有规则允许也要询问的调用\n  --deny RULE    同上，不得运行的调用\n  --json         用于“test”“why”和“suggest”：JSON，每行一个',
  "“test” takes one command, in quotes, or --json and a list on stdin.":
    "“test”需要一条带引号的命令，或者 --json 加标准输入中的列表。",
  "“list” takes no words behind it, and has no JSON.": "“list”后面不带参数，也没有 JSON 输出。",
  "the id of a call, “last”, or a command in quotes": "调用的 ID、“last”，或带引号的命令",
  "“suggest” takes no words behind it.": "“suggest”后面不带参数。",
  "one rule, in quotes": "一条带引号的规则",
  "There is no “rein permissions {0}”.": "没有“rein permissions {0}”。",
  "“{0}” takes {1}.": "“{0}”需要{1}。",
  "There are no rules.": "没有规则。",
  "Remembered for {0}: {1}": "已为 {0} 记住：{1}",
  "Nothing is.": "什么都没有记住。",
  "These are:\n{0}": "记住的有：\n{0}",
  "{0} is not remembered for {1}. {2}": "没有为 {1} 记住 {0} 。{2}",
  "Forgotten for {0}: {1}": "已为 {0} 忘掉：{1}",
  "--mode is one of {0}, not “{1}”.": "--mode 只能是 {0} 之一，不能是“{1}”。",

  "rein: the background job {0} still ran and was ended.": "rein：后台任务 {0} 仍在运行，已将其结束。",
  "The background job {0} still ran and was ended.": "后台任务 {0} 仍在运行，已将其结束。",
  'What {0} costs is not known to rein, so --max-cost cannot be kept. Leave it away, or name the prices in the settings under "providers".':
    'rein 不知道 {0} 的价格，因此无法遵守 --max-cost。请去掉它，或在设置的 "providers" 中写明价格。',
  'There is no prompt. Say rein -p "…", or pipe one in.': '没有提示。请用 rein -p "…"，或通过管道传入。',
  "rein: An error that should not be possible: {0}{1}": "rein：不应出现的错误：{0}{1}",
  'This is not a terminal, so there is nobody to talk to. For one answer without a screen: rein -p "…"':
    '这不是终端，没有可以交谈的人。不打开界面只要一个回答：rein -p "…"',
  'Standard input is no terminal, so there is nobody to talk to. For one answer without a screen: rein -p "…"':
    '标准输入不是终端，没有可以交谈的人。不打开界面只要一个回答：rein -p "…"',
  "-r without an id opens a picker, which needs a screen. Say rein {0} -r ID “…”, or -c.":
    "不带 ID 的 -r 会打开选择列表，这需要界面。请用 rein {0} -r ID “…”，或 -c。",
  "The folder that rein was started in cannot be used ({0}). Change to another one.":
    "启动 rein 的文件夹无法使用（{0}）。请换到另一个文件夹。",
  "rein: The output could not be written: {0}.": "rein：无法写出输出：{0}。",
  "The output could not be written: {0}.": "无法写出输出：{0}。",
  "--events reads what to do from stdin, line by line; it does not go together with -p or “-”.":
    "--events 从标准输入逐行读取指令，不能与 -p 或“-”同用。",
  "rein: stdin could not be let go.": "rein：无法释放标准输入。",
  "A line of more than {0} characters is not read.": "超过 {0} 个字符的行不会读取。",

  "Usage:\n  rein models [FILTER…]         the models of every provider that you have a key for, and of servers on this machine\n  rein models --all [FILTER…]   every model that rein knows\n\nA model is shown when its name holds each of the words. Prices are US dollars per million tokens, input / output.":
    "用法：\n  rein models [FILTER…]         你有密钥的各服务商的模型，以及本机服务器的模型\n  rein models --all [FILTER…]   rein 知道的所有模型\n\n名称包含每个词的模型才会显示。价格为每百万 token 的美元数，输入 / 输出。",
  " “rein models --all {0}” looks among all that rein knows.":
    " “rein models --all {0}”在 rein 知道的所有模型中查找。",
  "rein: There is no key for any provider, and no server on this machine answers. “rein auth login” keeps a key; “rein models --all” lists what rein knows.":
    "rein：没有任何服务商的密钥，本机也没有服务器应答。“rein auth login”保存密钥；“rein models --all”列出 rein 知道的模型。",
  "rein: No model has “{0}” in its name.{1}": "rein：没有名称包含“{0}”的模型。{1}",

  "Usage:\n  rein trust list          the folders that you trust, and since when\n  rein trust DIR           show what a folder brings, and ask whether to trust it; “.” is this one\n  rein trust forget DIR    trust it no more\n\nIn a folder that is not trusted rein uses none of the project's instructions, and of its settings only what forbids or asks.\nFor one run without a question: rein --trust":
    "用法：\n  rein trust list          你信任的文件夹，以及从何时起\n  rein trust DIR           显示文件夹自带的内容，并询问是否信任；“.”是当前文件夹\n  rein trust forget DIR    不再信任它\n\n在不受信任的文件夹中，rein 不使用项目的说明，其设置中只有禁止和询问的部分生效。\n只在一次运行中不询问：rein --trust",
  "“rein trust” takes one folder.": "“rein trust”需要一个文件夹。",
  "You trust no folder yet.": "你还没有信任任何文件夹。",
  "  with {0} as of then": "  连同当时的 {0}",
  "{0} is not trusted, so there is nothing to forget. “rein trust list” shows all.":
    "{0} 未受信任，无需取消。“rein trust list”显示全部。",
  "{0} is trusted no more.": "不再信任 {0}。",
  "There is no folder {0}.": "没有文件夹 {0}。",
  "{0} is trusted already.": "{0} 已受信任。",
  "{0} brings nothing that rein would use, so there is nothing to trust yet.":
    "{0} 没有 rein 会使用的内容，因此还没有可信任的东西。",
  "Whether to trust it is asked on a terminal, and this is none; nothing was changed. For one run: rein --trust":
    "是否信任要在终端上询问，而这不是终端；没有作任何更改。只在一次运行中信任：rein --trust",
  "Trust it? [y/N]": "信任它吗？[y/N]",
  "rein: Nothing was changed.": "rein：没有作任何更改。",
  "{0} is trusted.": "已信任 {0}。",

  "Usage:\n  rein doctor [--online] [--json]\n\nLooks at the terminal, programs, sandbox, folders, settings, models and network, and says how to repair what is not right.\nIt changes nothing. With --online it asks the servers of models whether they answer; no key goes along.\nIn a session /doctor asks the terminal itself as well, and /doctor keys shows what arrives for each key.\n\nExit codes: 0 nothing is bad · 1 something will not work · 2 wrong usage":
    "用法：\n  rein doctor [--online] [--json]\n\n检查终端、程序、沙箱、文件夹、设置、模型和网络，并说明如何修复不对的地方。\n它不作任何更改。用 --online 时会询问模型的服务器是否应答；不会带上密钥。\n在会话中，/doctor 还会询问终端本身，/doctor keys 显示每个键传来了什么。\n\n退出码：0 没有问题 · 1 有东西无法工作 · 2 用法错误",

  "Usage:\n  rein auth login [PROVIDER]    ask for a key, check it, and keep it\n  rein auth list                the keys that rein finds, and where\n  rein auth logout PROVIDER     forget a kept key\n\nA key is kept in the system's keychain, or where there is none in a file that only you can read. A key in an environment\nvariable counts more than a kept one. In a pipe the key is read from stdin: rein auth login PROVIDER < FILE":
    "用法：\n  rein auth login [PROVIDER]    询问密钥，检查并保存\n  rein auth list                rein 找到的密钥及其位置\n  rein auth logout PROVIDER     忘掉保存的密钥\n\n密钥保存在系统钥匙串中；没有钥匙串时，保存在只有你能读取的文件中。环境变量中的密钥优先于保存的密钥。\n在管道中，密钥从标准输入读取：rein auth login PROVIDER < FILE",
  "There is one provider too many: {0}.": "多给了一个服务商：{0}。",
  "There is no “rein auth {0}”.": "没有“rein auth {0}”。",
  "There is no provider “{0}”; there are {1}.": "没有服务商“{0}”；有 {1}。",
  "The settings say where the key of {0} is; rein keeps none beside it.":
    "设置中已写明 {0} 的密钥在哪里；rein 不再另外保存。",
  "Key for {0} (it is not shown): ": "{0} 的密钥（不会显示）：",
  "rein: Nothing was kept.": "rein：没有保存任何内容。",
  "That was no key; nothing was kept.": "这不是密钥；没有保存任何内容。",
  "A key is one word of plain letters and signs; that was not one, and nothing was kept.":
    "密钥是由普通字母和符号组成的一个词；这不是，因此没有保存任何内容。",
  "in the system's keychain": "在系统钥匙串中",
  "in {0}, for you alone": "在 {0} 中，只有你能读取",
  "It is kept {0}.": "已保存{0}。",
  "{0} takes the key. It is kept {1}.": "{0} 接受此密钥。已保存{1}。",
  "rein: The key could not be checked: {0}": "rein：无法检查密钥：{0}",
  "rein: {0} is set, and counts more than the kept key.": "rein：已设置 {0}，它优先于保存的密钥。",
  "{0}\nWhich provider?": "{0}\n哪个服务商？",
  "Which provider? {0}": "哪个服务商？{0}",
  "{0} Nothing was kept.": "{0}没有保存任何内容。",
  "rein: A key is kept for “{0}”, a provider that does not exist here.":
    "rein：保存了“{0}”的密钥，但这里没有这个服务商。",
  "There are no keys. “rein auth login PROVIDER” keeps one.":
    "没有密钥。“rein auth login PROVIDER”保存一个。",
  " (a kept key waits behind it)": "（后面还有一个保存的密钥）",
  "the file {0}": "文件 {0}",
  "a command of the settings": "设置中的一条命令",
  "the system's keychain": "系统钥匙串",
  "Which provider? rein auth logout PROVIDER": "哪个服务商？rein auth logout PROVIDER",
  "The key of {0} is forgotten.": "已忘掉 {0} 的密钥。",
  "No key of {0} is kept.": "没有保存 {0} 的密钥。",

  "  rein bug-report [ID]             one file for whoever is to find a fault, shown before it is saved":
    "  rein bug-report [ID]             生成一个供排查故障的文件，保存前先给你看",
  "Usage:\n  rein bug-report [ID]      put together what it takes to find a fault of rein's: version, system, what “rein doctor”\n                            finds, settings, and a session: this folder's latest, or the one of that id\n      --no-session          leave the session out\n      --output FILE         that file or folder; “-” is stdout. Nothing is overwritten\n      --yes                 save it unseen; without a terminal it is needed\n\nSecrets have names in their place, and your home folder is “~”. It is shown before it is saved, and sent nowhere.":
    "用法：\n  rein bug-report [ID]      汇集排查 rein 故障所需的内容：版本、系统、“rein doctor”的结果、\n                            设置，以及一个会话：此文件夹最近的会话，或该 ID 的会话\n      --no-session          不包含会话\n      --output FILE         写到该文件或文件夹；“-”为标准输出。不会覆盖任何文件\n      --yes                 不看就保存；没有终端时必须给出\n\n机密以名称代替，你的主文件夹写作“~”。保存前会先显示，且不会发送到任何地方。",
  "A report is about one session, or none.": "一份报告只涉及一个会话，或不含会话。",
  "Nobody is there to look at the report: --yes saves it unseen, --output - prints it.":
    "没有人能查看报告：--yes 直接保存，--output - 打印出来。",
  "What went wrong? In a line, or nothing:": "出了什么问题？写一行，或留空：",
  "no secret was found": "未发现机密",
  "{0} left out": "{0}已略去",
  "The report ({0}, {1}) holds:": "报告（{0}，{1}）包含：",
  "{0} pictures": "{0} 张图片",
  "  {0} in it, as they are: nobody looks for secrets in them":
    "  其中有 {0}，保持原样：不会在图片里查找机密",
  "  version, system and terminal; your settings": "  版本、系统和终端；你的设置",
  "  what “rein doctor” finds: {0}": "  “rein doctor”的结果：{0}",
  "  no session": "  不含会话",
  "  session {0}, all that was said and printed in it ({1}): {2}":
    "  会话 {0}，其中说过和输出过的一切（{1}）：{2}",
  "v view all of it · s save it in this folder · q leave:": "v 查看全部 · s 保存到此文件夹 · q 离开：",
  "Nothing was saved.": "未保存任何内容。",
};
