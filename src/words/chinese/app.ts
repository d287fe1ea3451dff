/** What the program says about sessions, the sandbox, models, spending and room, in Chinese. */
import type { Catalogue } from "../say.ts";

export const app: Catalogue = {
  "New since the last command: {0}{1}. Other programs may run something because of it, so look at it before you use git there. Until /sandbox has shown it to you, every git command is asked about.":
    "上一条命令之后新出现：{0}{1}。其他程序可能因此运行内容，在那里使用 git 之前请先查看。在 /sandbox 向你展示之前，每条 git 命令都会询问。",
  "sandbox on": "沙箱已启用",
  "sandbox on · nothing writable · network off": "沙箱已启用 · 不可写入 · 网络关闭",
  "sandbox on · network off": "沙箱已启用 · 网络关闭",
  "It is not known yet whether there is a sandbox: that is found out with the first command.":
    "目前还不知道是否有沙箱：运行第一条命令时才会确定。",
  "Denied lately:": "最近被拒绝：",
  "New in the project, and able to make other programs run something:":
    "项目中新出现、且能让其他程序运行内容的文件：",
  "git commands are not asked about because of it any more.": "git 命令不会再因此询问。",
  'A sandbox is required ("sandbox": "required"), and there is none: {0}. rein did not start. {1}':
    '需要沙箱（"sandbox": "required"），但没有可用的沙箱：{0}。rein 未启动。{1}',
  "--sandbox auto starts without one and asks about every command.":
    "--sandbox auto 会在没有沙箱时启动，并对每条命令询问。",
  "There is no sandbox: {0}. Every command that does more than look is asked about.{1}":
    "没有沙箱：{0}。凡不只是查看的命令都会询问。{1}",
  "The sandbox is on.": "沙箱已启用。",
  "Commands that only look: nothing is writable, no network.": "只查看的命令：不可写入，无网络。",
  "Commands that you, a rule or the mode allowed:": "你、规则或模式允许的命令：",
  "  writable: {0}, {1}": "  可写：{0}, {1}",
  "  not writable in there: git's configuration and hooks, settings of editors, shells and coding agents, .rein":
    "  其中不可写：git 的配置和钩子，编辑器、shell 和编程助手的设置，.rein",
  "  not readable: keys and logins (ssh, cloud, browsers, package registries), rein's own files":
    "  不可读：密钥和登录信息（ssh、云服务、浏览器、软件包仓库），rein 自己的文件",
  "  network: off; rein asks about each host by its name, and about each port of this machine":
    "  网络：关闭；rein 会按名称询问每个主机，以及本机的每个端口",
  "  what background commands outside of the sandbox serve on this machine is reached without asking":
    "  沙箱之外的后台命令在本机提供的服务无需询问即可访问",
  "Commands of yours (!) are not confined.": "你自己的命令 (!) 不受限制。",
  "There is no sandbox: {0}.": "没有沙箱：{0}。",
  "Every command that does more than look is asked about.": "凡不只是查看的命令都会询问。",
  "There is no sandbox, as you chose. Commands may do what you may do.":
    "按你的选择，没有沙箱。命令可以做你能做的任何事。",
  "A summary is not yet needed: nothing stands before the last turn.":
    "目前不需要摘要：最后一轮之前没有内容。",
  "Old outputs in {0} could not be removed: {1}.": "无法删除 {0} 中的旧输出：{1}。",
  "The session was left; its background jobs ended with it: {0}.": "已离开会话；其后台任务随之结束：{0}。",
  "The debug log {0} cannot be written: {1}.": "无法写入调试日志 {0}：{1}。",
  '{0}: "{1}" is not right and is ignored: {2}.': '{0}："{1}" 不正确，已忽略：{2}。',
  "{0} named no models.": "{0} 没有列出任何模型。",
  "These are the models that rein knows of it.": "以下是 rein 已知的该服务商的模型。",
  "This is its last list.": "以下是它上次的列表。",
  "the settings in {0} that do more than forbid": "{0} 中除禁止之外的设置",
  "This folder has changed since you trusted it": "自你信任以来，此文件夹有变化",
  "This folder is not trusted": "此文件夹未受信任",
  "{0}. Not used: {1}. “rein --trust” uses them in one run, “rein trust .” from now on.":
    "{0}。未使用：{1}。“rein --trust” 仅在一次运行中使用它们，“rein trust .” 从现在起一直使用。",
  "{0}: {1} It is ignored.": "{0}：{1} 已忽略。",
  "The rule {0} allows nearly anything, so it is not kept; it may stand in your settings or on the command line.":
    "规则 {0} 几乎允许任何操作，因此不会保留；可以写在你的设置或命令行中。",
  "{0} The rule holds until rein ends.": "{0}该规则在 rein 结束前有效。",
  "The recording {0} cannot be written: {1}.": "无法写入录制文件 {0}：{1}。",
  "The recording {0} cannot be written any more ({1}); it ends here.":
    "无法继续写入录制文件 {0}（{1}）；录制到此结束。",
  "There is nothing to record in {0} so far: {1} asks no server.":
    "目前没有可录制到 {0} 的内容：{1} 不请求任何服务器。",
  "The recording {0} was not played to its end: {1} of its {2} requests were sent again.":
    "录制 {0} 没有播放到底：其 {2} 个请求中重新发送了 {1} 个。",
  "/compact summarises the conversation; /clear starts a fresh session.":
    "/compact 会为对话做摘要；/clear 会开始新的会话。",
  "There is nothing before it that could be summarised. /model talks to a model with a larger window.":
    "之前没有可以做摘要的内容。/model 可换用窗口更大的模型。",
  "The model's server refused {0}; rein leaves that out from here on and asks again.\n{1}":
    "模型服务器拒绝了{0}；rein 从这里起略去该内容并重新请求。\n{1}",
  "That is so also after rein summarised the conversation. /model talks to a model with a larger window, /clear starts a fresh session; this one stays saved, whole.":
    "rein 为对话做了摘要之后依然如此。/model 可换用窗口更大的模型，/clear 会开始新的会话；当前会话会完整保存。",
  " /fork {0} goes on in a copy of this session that ends before that part, with your message of then to send again;":
    " /fork {0} 会在本会话的副本中继续，副本止于该部分之前，并可重新发送你当时的消息；",
  "The message before was refused as well. If that is because of something in this conversation, /fork {0} goes on in a copy of it that ends before that, with your message of then to send again; /compact puts a summary in the place of what came before, /clear starts a fresh session; this one stays saved.":
    "上一条消息也被拒绝了。如果原因在于此对话中的内容，/fork {0} 会在副本中继续，副本止于该内容之前，并可重新发送你当时的消息；/compact 用摘要取代之前的内容，/clear 会开始新的会话；当前会话会保存。",
  "rein left out what the server named and asked once more, in vain.{0} /compact puts a summary in the place of what came before, /clear starts a fresh session; this one stays saved.":
    "rein 略去了服务器指出的内容并再次请求，仍未成功。{0} /compact 用摘要取代之前的内容，/clear 会开始新的会话；当前会话会保存。",
  "This may not be the session that was used last here. {0}": "这也许不是在此最后使用的会话。{0}",
  "Session {0}, which was used last here, was written by a newer rein. This is the one before it.":
    "此处最后使用的会话 {0} 由更新版本的 rein 写入。这是它之前的那个会话。",
  "This session was used last at {0} UTC, its log says, which is yet to come: the clock was another one then. If you mean another session: rein -r.":
    "按其日志，此会话最后使用于 {0} UTC，而这个时间尚未到来：当时的时钟与现在不同。如果您指的是另一个会话：rein -r。",
  "There is no session of this folder yet. Say rein to begin one, or rein -r to see those of other folders.":
    "此文件夹还没有会话。运行 rein 即可开始；运行 rein -r 可查看其他文件夹的会话。",
  "This is a copy of session {0}, which stays as it is.": "这是会话 {0} 的副本，原会话保持不变。",
  "This session was begun in {0}; it goes on in {1}.": "此会话始于 {0}；现在在 {1} 中继续。",
  "a folder that is not known": "未知的文件夹",
  "It goes on in {0} mode, as it was left; Shift+Tab changes that.":
    "它将按离开时的 {0} 模式继续；Shift+Tab 可更改。",
  "This session talked to {0}; it goes on with {1}. {2}": "此会话原先使用 {0}；现在改用 {1}。{2}",
  "/model talks to a model with a larger window, /clear starts a fresh session; this one stays saved, whole.":
    "/model 可换用窗口更大的模型，/clear 会开始新的会话；当前会话会完整保存。",
  "The system prompt, the tools and your last message alone are about {0} tokens, and the context window of {1} is {2}: no summary of the conversation can help, so none was made. A shorter message, fewer tools (--tools) or shorter project instructions make room. {3}":
    "仅系统提示词、工具和你的最后一条消息就约有 {0} token，而 {1} 的上下文窗口为 {2}：为对话做摘要也无济于事，因此没有做。缩短消息、减少工具 (--tools) 或缩短项目指令可以腾出空间。{3}",
  "The conversation could not be summarised, and nothing was changed: {0}":
    "无法为对话做摘要，未作任何更改：{0}",
  "about {0} tokens": "约 {0} token",
  "about {0} tokens of the {1} that {2} takes": "约 {0} token，而 {2} 可容纳 {1}",
  "The conversation is {0}, and {1} rein gave up, and nothing was changed. {2}":
    "对话有{0}；{1}rein 已放弃，未作任何更改。{2}",
  "with a summary it would still be {0}.": "做摘要后仍有 {0}。",
  "{0} refused every request for a summary as too long.": "{0} 以过长为由拒绝了所有摘要请求。",
  "your message": "你的消息",
  "Nothing of this session is kept (--ephemeral).": "此会话的任何内容都不会保留（--ephemeral）。",
  "--ephemeral needs a folder for temporary files in {0}, and there can be none: {1}. TMPDIR names another place.":
    "--ephemeral 需要在 {0} 中有一个临时文件夹，但无法创建：{1}。可用 TMPDIR 指定其他位置。",
  "the title": "标题",
  "a label": "标签",
  "a notice": "通知",
  "your command": "你的命令",
  "the output of your command": "你的命令的输出",
  "/budget 5.00 raises it, /budget off removes it.": "/budget 5.00 可提高预算，/budget off 可取消预算。",
  "--max-cost raises it.": "--max-cost 可提高预算。",
  "The published prices of models could not be loaded ({0}), so some costs are not known.":
    "无法加载公布的模型价格（{0}），因此部分费用未知。",
  "The fallback {0} cannot be asked: {1}": "无法请求备用模型 {0}：{1}",
  "{0} was asked once for a summary and wrote none.": "已请求 {0} 做 1 次摘要，但它没有写出。",
  "{0} was asked {1} times for a summary and wrote none.": "已请求 {0} 做 {1} 次摘要，但它没有写出。",
  "A secret in your message went out as {0}: the model does not see it, and uses it only in calls that you allow. /secrets shows more.":
    "你消息中的一个机密以 {0} 发出：模型看不到它，只在你允许的调用中使用。/secrets 可查看详情。",
  "Secrets in your message went out as {0}: the model does not see them, and uses them only in calls that you allow. /secrets shows more.":
    "你消息中的机密以 {0} 发出：模型看不到它们，只在你允许的调用中使用。/secrets 可查看详情。",
  "{0} refused the images of your message and has answered without them. /model talks to one that takes them; then send the message again.":
    "{0} 拒绝了你消息中的图片，并在没有图片的情况下作答。可用 /model 换用接受图片的模型，然后重新发送消息。",
};
