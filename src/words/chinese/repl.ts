/** The screen: dialogs, lists and what rein says beside the conversation. */
import type { Catalogue } from "../say.ts";

export const repl: Catalogue = {
  "trust it": "信任",
  "not now, work without them": "暂不，不使用这些内容",
  "leave (esc)": "退出（esc）",
  "  waiting for your answer · {0} shows all of it": "  等待你的回答 · {0} 显示全部",
  "there are no lines to edit here": "这里没有可修改的行",
  "the file goes; there is nothing to edit": "文件将被删除；没有可修改的内容",
  "its lines are too long to be edited here": "行太长，无法在这里修改",
  "it has control characters, which would be lost in an edit": "其中有控制字符，修改会使其丢失",
  "session {0} is saved · rein -c goes on with it": "会话 {0} 已保存 · rein -c 可继续",
  "  one moment…": "  请稍候…",

  "is typed": "被输入",
  "a paste of {0} characters": "粘贴 {0} 个字符",
  "is put in": "被放入",
  "mouse {0}": "鼠标 {0}",
  "only in full-screen views": "只在全屏视图中有效",
  "an answer of the terminal ({0})": "终端的应答（{0}）",
  focus: "获得焦点",
  "focus lost": "失去焦点",

  ", or one of {0} more with /model": "，或用 /model 选择另外 {0} 个之一",
  "talk to {0}, on this machine{1}": "使用本机的 {0}{1}",
  "/model chooses another one; rein --model {0} starts with this one.":
    "/model 选择其他模型；rein --model {0} 以此模型启动。",
  "try the offline demo: no key, no network": "试用离线演示：不需要密钥和网络",
  "The demo answers by itself. Ask “what can you do”, or /help.":
    "演示模型会自行回答。可以问“你能做什么”，或 /help。",
  "talk to a model of a provider: it needs a key": "使用服务商的模型：需要密钥",
  "“rein auth login PROVIDER” in a shell asks for a key, checks it and keeps it: anthropic, openai, deepseek and more. Or set ANTHROPIC_API_KEY, OPENAI_API_KEY …; then start rein again.":
    "在 shell 中用“rein auth login PROVIDER”输入、检查并保存密钥：anthropic、openai、deepseek 等。或设置 ANTHROPIC_API_KEY、OPENAI_API_KEY …；然后重新启动 rein。",
  "Welcome. Ask about this folder, or “what can you do”; /help lists the commands, ? the keys.":
    "欢迎。可以询问此文件夹，或“你能做什么”；/help 列出命令，? 列出按键。",
  "Talking to the offline demo {0}.": "正在使用离线演示模型（{0}）。",

  "again in {0}s · ": "{0} 秒后重试 · ",
  "attempt {0} of {1}": "第 {0} 次，共 {1} 次",
  "/wait goes on by itself at {0}, /model talks to another one, /retry asks right away.":
    "/wait 在 {0} 自动继续，/model 换用其他模型，/retry 立即重试。",
  "/retry asks again, /model talks to another one.": "/retry 重试，/model 换用其他模型。",
  "{0} on {1}-{2}-{3}": "{1}-{2}-{3} {0}",
  "That has to wait until the turn is over; Esc stops it.": "这要等这一轮结束；Esc 停止它。",

  "{0} takes · esc": "{0} 采纳 · esc",
  "{0} takes it · esc back": "{0} 采纳 · esc 返回",
  "{0} line · {1} editor": "{0} 换行 · {1} 编辑器",
  "what is to stand there · {0} takes it · esc back, the text is kept":
    "那里应有的内容 · {0} 采纳 · esc 返回，文本会保留",
  "{0} new line · {1} in $EDITOR": "{0} 换行 · {1} 在 $EDITOR 中编辑",
  "hunk {0} of {1}": "改动 {0} / {1}",
  "no: {0}": "拒绝：{0}",
  "what you wrote is what stands there now": "你写的与现有内容相同",
  "the file moves as it is": "文件原样移动",
  "the file goes": "文件将被删除",
  "an empty file": "空文件",
  "{0}/{1}/3 · {2} edit · {3} · {4} · esc": "{0}/{1}/3 · {2} 修改 · {3} · {4} · esc",
  "{0} yes to the rest": "{0} 其余都同意",
  " · {0} move": " · {0} 移动",
  "{0} yes · {1} no · 3 no, and say why · {2} edit · {3}":
    "{0} 同意 · {1} 拒绝 · 3 拒绝并说明原因 · {2} 修改 · {3}",
  "{0} applies what is decided · esc back, it is kept": "{0} 应用已决定的 · esc 返回，会保留",
  "{0}/{1} taken": "已采纳 {0}/{1}",
  " · {0} open": " · {0} 处未定",
  "{0} of {1} taken": "已采纳 {1} 处中的 {0} 处",
  " ({0} edited)": "（修改 {0} 处）",
  "{0} undecided (no)": "{0} 处未决定（视为拒绝）",

  "there is no command any more": "已经没有命令了",
  "arguments are a JSON object, in { }": "参数应是 JSON 对象，写在 { } 中",
  "not valid JSON: {0}": "不是有效的 JSON：{0}",
  "{0} wants {1}": "{0} 想要 {1}",
  "{0} wants to run a command": "{0} 想运行一条命令",
  "{0} wants to go on: {1}": "{0} 想继续：{1}",
  "{0} wants to change {1} files": "{0} 想修改 {1} 个文件",
  "{0} wants to create a file": "{0} 想创建一个文件",
  "{0} wants to delete a file": "{0} 想删除一个文件",
  "{0} wants to change a file": "{0} 想修改一个文件",
  "{0} wants to move a file": "{0} 想移动一个文件",
  "it gets the secret {0}": "它会得到机密 {0}",
  "it gets the secrets {0}": "它会得到机密 {0}",
  "It asks because:": "询问的原因：",

  'The command of "statusLine" does not work: {0}. The usual line stands in its place.':
    '"statusLine" 的命令无法工作：{0}。已换成通常的状态行。',
  "no sandbox": "无沙箱",
  "not trusted": "未受信任",
  "{0} (offline demo, no language understanding)": "{0}（离线演示，不理解语言）",
  "{0} (offline demo)": "{0}（离线演示）",
  "{0} tokens": "{0} token",
  "{0}% of {1}": "{1} 的 {0}%",

  "runs in your shell, shared with the model; !! keeps it private":
    "在你的 shell 中运行，模型可以看到；!! 不让模型看到",
  "runs in your shell, not shared with the model": "在你的 shell 中运行，模型看不到",
  "set aside · {0} on an empty line brings it back": "已暂存 · 空行时按 {0} 取回",
  "{0} set aside: {1} on an empty line": "已暂存 {0}：空行时按 {1}",
  "{0} texts": "{0} 段文本",
  "draft brought back": "草稿已恢复",
  "[secret {0} was not kept]": "[未保存机密 {0}]",
  "The prompt history {0} is not kept: {1}.": "提示历史 {0} 没有保存：{1}。",
  "You trust this folder; “rein trust forget .” takes that back.":
    "你已信任此文件夹；“rein trust forget .”可以取消。",
  "{0} rein asks again at the next start.": "{0} 下次启动时 rein 会再次询问。",

  "There is no theme “{0}”. There are {1}.": "没有主题“{0}”。有 {1}。",
  " There are no colours here (NO_COLOR or TERM=dumb), so it is not seen.":
    " 这里没有颜色（NO_COLOR 或 TERM=dumb），因此看不出来。",
  'The theme is {0} until you leave: your settings say "theme": {1}.{2}':
    '在退出之前主题是 {0}：你的设置写的是 "theme": {1}。{2}',
  "The theme is {0}. What is printed already keeps its colours.{1}":
    "主题是 {0}。已输出的内容保持原来的颜色。{1}",
  "There is no theme {0}; {1} stands in for it. /theme lists them.":
    "没有主题 {0}；用 {1} 代替。/theme 列出全部。",
  "Which theme?": "哪个主题？",
  "↑ ↓ try on, Enter keeps it, Esc goes back": "↑ ↓ 试用，Enter 保留，Esc 恢复",
  "what is selected": "选中的内容",
  "  {0} done  {1} failed  {2}  {3} at work  {4}": "  {0} 完成  {1} 失败  {2}  {3} 进行中  {4}",

  'Secrets are not hidden: the setting "secrets" is "off" in your settings file.':
    '机密没有隐藏：你的设置文件中 "secrets" 为 "off"。',
  "Only the name stands behind /secrets add; rein asks for the secret itself, unseen.":
    "/secrets add 后面只写名称；rein 会另外询问机密本身，不显示。",
  "There is no /secrets {0}; there are /secrets, /secrets add NAME and /secrets allow NAME.":
    "没有 /secrets {0}；有 /secrets、/secrets add NAME 和 /secrets allow NAME。",
  "{0} hidden": "已隐藏 {0}",
  "{0} secrets": "{0} 个机密",
  "No secrets are known here. /secrets add NAME hides one of yours.":
    "这里没有已知的机密。/secrets add NAME 隐藏你的一个机密。",
  "Secrets of this session, by the names that the model has for them:": "此会话的机密，按模型看到的名称：",
  "{0}, {1} lines": "{0}，{1} 行",
  "not met yet ({0})": "尚未出现（{0}）",
  " and {0} more": "，另有 {0} 个",
  "Name it: /secrets add NAME, with a name of letters, digits and _. Then rein asks for it, unseen.":
    "请命名：/secrets add NAME，名称由字母、数字和 _ 组成。然后 rein 会询问机密，不显示。",
  "The secret {0}, unseen: type or paste it; enter keeps it, esc leaves.":
    "机密 {0}，不显示：请输入或粘贴；enter 保存，esc 离开。",
  "{0} was not kept. {1}": "没有保存 {0} 。{1}",
  "{0} is hidden from now on, until you leave this session; it is written down nowhere.":
    "{0} 从现在起被隐藏，直到你退出此会话；它不会写到任何地方。",
  "There is nothing hidden to allow.": "没有隐藏的内容可以允许。",
  "Which secret may the model see from now on?": "从现在起模型可以看到哪个机密？",
  "(type to filter, enter chooses, esc leaves)": "（输入以筛选，enter 选择，esc 离开）",
  "(enter chooses, esc leaves)": "（enter 选择，esc 离开）",
  "There is no secret {0}; /secrets lists them.": "没有机密 {0}；/secrets 列出全部。",
  "no, keep it hidden": "否，继续隐藏",
  "yes, show it for the rest of this session": "是，在此会话剩余时间内显示",
  "Show {0} to the model, the log and the screen?": "让模型、日志和屏幕看到 {0} 吗？",
  "{0} stays hidden.": "{0} 仍然隐藏。",
  "Shown from now on: {0}. What was said before keeps the name.": "从现在起可见：{0}。之前的内容仍用名称。",

  "No model has answered in this session yet.": "此会话中还没有模型回答过。",
  "This session: {0} · {1}": "此会话：{0} · {1}",
  "  together": "  合计",
  "Not in the sum, for rein does not know the price: {0}.": "未计入合计，因为 rein 不知道价格：{0}。",
  "Without a count of tokens: {0} that broke off or whose server does not count.":
    "没有 token 数：{0}中断了，或其服务器不计数。",
  "{0} answers": "{0} 个回答",
  "price not known": "价格未知",
  "{0} sent again": "重发 {0}",
  "{0} requests": "{0} 次请求",
  "from the cache": "来自缓存",
  "written to it": "写入缓存",
  "/budget takes US dollars above 0, as in /budget 2.00, or off; not “{0}”.":
    "/budget 需要大于 0 的美元数，例如 /budget 2.00，或 off；不能是“{0}”。",
  "This session has cost {0}.": "此会话已花费 {0}。",
  "This session has cost {0}, as far as prices are known.": "就已知价格而言，此会话已花费 {0}。",
  "{0} It has no budget; /budget 2.00 sets one.": "{0} 没有预算；/budget 2.00 设置预算。",
  "{0} Its budget is {1}; /budget off removes it.": "{0} 预算为 {1}；/budget off 取消预算。",
  "Its budget is {0}.": "预算为 {0}。",

  "▸ … {0} more · {1} shows all": "▸ … 还有 {0} 条 · {1} 显示全部",
  next: "下一个",
  queued: "排队",
  "{0} edit": "{0} 修改",
  "{0} remove": "{0} 移除",
  "{0} next": "{0} 下一个",
  "{0} after the turn": "{0} 这一轮之后",
  "esc back": "esc 返回",
  "{0}, {1} order": "{0}、{1} 排序",
  "no message waits any more": "已没有等待的消息",
  "1 message waits": "1 条消息在等待",
  "{0} messages wait": "{0} 条消息在等待",

  "(nothing said)": "（没有内容）",
  "no model": "没有模型",
  "Type to filter, Enter to open, Esc to stay": "输入以筛选，Enter 打开，Esc 留下",
  "There are no saved sessions of this folder.": "此文件夹没有已保存的会话。",
  "  … and {0} more: rein sessions list": "  … 还有 {0} 个：rein sessions list",
  "Sessions of this folder:": "此文件夹的会话：",
  "There is no other session of this folder.": "此文件夹没有其他会话。",
  "Nothing was said yet: there is nothing to copy.": "还没有内容，没有可复制的会话。",
  "/fork N: N is from 1 to {0}, how many of your messages back the copy ends.":
    "/fork N：N 从 1 到 {0}，表示副本在你的倒数第几条消息之前结束。",
  "A fresh session; the one before is saved.": "新的会话；之前的已保存。",
  "No background jobs.": "没有后台任务。",
  "No command of the model runs.": "没有正在运行的模型命令。",
  "Stopped; the conversation is as it was.": "已停止；对话保持原样。",

  "Type to filter, Enter to choose, Esc to stay": "输入以筛选，Enter 选择，Esc 留下",
  "(The providers are being asked.) Type to filter": "（正在查询服务商。）输入以筛选",
  "Which model?": "哪个模型？",
  "No provider has a key, and no server on this machine answers: rein auth login keeps a key.":
    "没有任何服务商的密钥，本机也没有服务器应答：rein auth login 保存密钥。",
  "The model is {0} already.": "模型已经是 {0}。",
  "The models cannot be listed: {0}.": "无法列出模型：{0}。",
  "There is no “{0}” here. {1}": "这里没有“{0}”。{1}",
  "  ← now": "  ← 当前",
  "← now": "← 当前",
  "no limit": "没有上限",
  "as its server pleases ← now": "由服务器决定 ← 当前",
  "as its server pleases": "由服务器决定",
  "ends before: {0}": "在此之前结束：{0}",
  "${0} in, ${1} out": "输入 ${0}，输出 ${1}",
  "How much {0} thinks cannot be set.": "无法设置 {0} 的思考程度。",
  "as much as its server pleases": "程度由服务器决定",
  "at {0}": "程度为 {0}",
  "{0} thinks {1}. /effort {2} changes it, /effort default leaves it to the server.":
    "{0} 的思考{1}。/effort {2} 更改，/effort default 交给服务器决定。",

  "transcript · {0}": "会话记录 · {0}",
  "{0} back": "{0} 返回",
  "{0}, {1} open": "{0}、{1} 展开",
  "{0} all": "{0} 全部",
  "{0} search": "{0} 搜索",
  "{0}{1} prompts": "{0}{1} 消息",
  "{0} raw": "{0} 原文",
  "{0} copy": "{0} 复制",
  "{0} times": "{0} 时间",
  "{0} pager": "{0} 分页器",
  end: "末尾",
  "this item": "此项",

  "Images can only be sent with a message; a command takes none.": "图片只能随消息发送；命令不接受图片。",
  '{0} does not take images, so nothing was sent. /model talks to one that does; if this one does, say so in the settings: "vision": true.':
    '{0} 不接受图片，因此没有发送。/model 换用接受图片的模型；如果它接受，请在设置中写明："vision": true。',

  "the commands and the keys": "命令和按键",
  "start a fresh session; this one stays saved": "开始新的会话；当前会话已保存",
  "talk to another model: choose one, or name it": "换用其他模型：选择或写明名称",
  "how much the model thinks before it answers": "模型回答前的思考程度",
  "go on with another session": "继续另一个会话",
  "[messages back]": "[倒数第几条消息]",
  "go on in a copy of this session; with a number, one that ends before your message so many back":
    "在此会话的副本中继续；带数字时，副本在你的倒数第几条消息之前结束",
  "this folder's sessions": "此文件夹的会话",
  "summarise the conversation so far for the model; the log keeps it all":
    "为模型摘要目前的对话；日志保留全部",
  "ask again what the last turn failed at": "重试上一轮失败的请求",
  "do so by itself at the time that the server named; esc stops waiting":
    "到服务器指定的时间自动重试；esc 停止等待",
  "the tokens that this session has used, by model, and what they cost":
    "此会话使用的 token，按模型列出，以及费用",
  "show what this session may cost at most, or set it": "显示或设置此会话的费用上限",
  "the commands that run in the background: see their output, kill them":
    "后台运行的命令：查看输出，将其结束",
  "let the running command go on in the background, and the turn with it":
    "让正在运行的命令转到后台继续，这一轮也继续",
  "what confines the model's commands, what was denied lately, what is new in the project":
    "模型的命令受什么限制，最近拒绝了什么，项目中有什么新内容",
  "[add NAME|allow NAME]": "[add 名称|allow 名称]",
  "hide a secret of yours: rein asks for it, unseen": "隐藏你的一个机密：rein 会询问，不显示",
  "show one to the model from now on": "从现在起让模型看到其中一个",
  "the secrets that the model does not see: list, add, allow": "模型看不到的机密：列出、添加、允许",
  "how the screen is coloured: try themes on and choose one, or name it":
    "屏幕的颜色：试用并选择主题，或写明名称",
  "one of the code blocks of the last answer": "上一个回答中的一个代码块",
  "copy the last answer as it was written, or the Nth last; code: a code block of it":
    "按原文复制上一个回答，或倒数第 N 个；code：其中的代码块",
  "all the keys, and which of them this terminal can send": "所有按键，以及此终端能发送哪些",
  "ask the servers of models as well": "同时询问模型的服务器",
  "show what arrives for each key": "显示每个键传来了什么",
  "what is not right with terminal, programs, sandbox, folders, settings, and how to repair it":
    "终端、程序、沙箱、文件夹、设置有什么不对，如何修复",
  "leave; the session is saved": "退出；会话已保存",
  "run it in your shell, in this terminal; the model gets to see it":
    "在此终端中用你的 shell 运行；模型可以看到",
  "the same, not shared with the model": "同上，模型看不到",
  "name a file of the project": "指明项目中的文件",

  "This terminal sends every key as itself.": "此终端能分别发送每个键。",
  "This terminal cannot tell some keys from others; they are marked. /doctor keys shows what arrives.":
    "此终端无法区分某些键；它们已标出。/doctor keys 显示传来了什么。",
  "What this terminal can send is not known; /doctor keys shows what arrives.":
    "不知道此终端能发送什么；/doctor keys 显示传来了什么。",
  "{0} (not in this terminal)": "{0}（此终端不支持）",
  "keybindings.json beside your settings moves keys: { place: { command: [keys] } }, by the names that stand in grey. 1, 2, 3 and esc in questions stay where they are.":
    "设置旁的 keybindings.json 可移动按键：{ 位置: { 命令: [按键] } }，使用灰色的名称。问题中的 1、2、3 和 esc 不能移动。",
  send: "发送",
  "send at once, while busy": "忙碌时立即发送",
  "next mode": "下一个模式",
  "stop, close": "停止，关闭",
  transcript: "会话记录",
  "older messages": "更早的消息",
  "take back a queued one": "取回排队的消息",
  "clear; twice: exit": "清空；按两次：退出",
  "/ commands": "/ 命令",
  "@ files": "@ 文件",
  "! run in your shell": "! 在你的 shell 中运行",
  "/keys all of them": "/keys 全部按键",

  "/doctor takes nothing, “online” (asks the servers of models, too) or “keys” (shows what arrives).":
    "/doctor 不带参数，或带“online”（同时询问模型的服务器）或“keys”（显示传来了什么）。",
  "/doctor keys shows what arrives for each key.": "/doctor keys 显示每个键传来了什么。",
  " for {0}": " {0}",
  "ended by {0}": "被 {0} 结束",
  "a signal": "信号",
  "A background job ended with the session: {0}.": "一个后台任务随会话结束：{0}。",
  "{0} background jobs ended with the session: {1}.": "{0} 个后台任务随会话结束：{1}。",
  "{0} jobs": "{0} 个任务",

  "There is no answer to copy yet.": "还没有可复制的回答。",
  "/copy N: N is from 1, the last answer, to {0}; /copy code copies code.":
    "/copy N：N 从 1（上一个回答）到 {0}；/copy code 复制代码。",
  "the last answer": "上一个回答",
  "answer {0} from the end": "倒数第 {0} 个回答",
  "No answer holds a code block.": "没有包含代码块的回答。",
  "the code block": "代码块",
  "Copy which code block?": "复制哪个代码块？",
  "Type to filter, Enter to copy, Esc to leave": "输入以筛选，Enter 复制，Esc 离开",
  "tmux passes it on with “set -g set-clipboard on”": "tmux 需要“set -g set-clipboard on”才会转发",
  "if your terminal lets programs set it": "前提是你的终端允许程序设置它",
  "Copied {0} to the clipboard ({1}); {2}.": "已将{0}复制到剪贴板（{1}）；{2}。",
  "Too large for the clipboard: wrote {0} to {1}, in place of what was there.":
    "剪贴板放不下：已将{0}写入 {1}，替换原有内容。",
  "Too large for the clipboard, and {0} could not be written: {1}.": "剪贴板放不下，也无法写入 {0}：{1}。",
  "(it is gone)": "（已不存在）",
  "(not shown: it is a secret, or a rule keeps it back, or it lies outside the project)":
    "（不显示：它是机密，或被规则限制，或在项目之外）",
  "(empty)": "（空）",
  "(it cannot be read)": "（无法读取）",
  "(not a text · {0})": "（不是文本 · {0}）",
  "(an image: {0}{1} · {2})": "（图片：{0}{1} · {2}）",
  "(nothing in it that can be shown)": "（其中没有可显示的内容）",
  "… {0} in all": "… 共 {0}",
  "more are being asked for…": "正在查询更多…",
  "What /{0} can be given cannot be listed: {1}.": "无法列出 /{0} 可用的参数：{1}。",
};
