/** What is said about models, their servers and keys, in Chinese. */
import type { Catalogue } from "../say.ts";

export const providers: Catalogue = {
  "{0} is not an http address: “{1}”.": "{0} 不是 http 地址：“{1}”。",
  "{0} has an address of your own: set {1}, for Azure to https://RESOURCE.openai.azure.com/openai/v1.":
    "{0} 的地址由你指定：设置 {1}，Azure 设为 https://RESOURCE.openai.azure.com/openai/v1。",
  "baseUrl in the settings": "设置中的 baseUrl",
  "the server sent a tool call without a name": "服务器发来没有名称的工具调用",
  "the server sent a tool call without an id": "服务器发来没有 id 的工具调用",
  "The server summarised earlier messages.": "服务器已为较早的消息做摘要。",
  "a tool": "某个工具",
  "The server ran {0}.": "服务器运行了 {0}。",
  "The server ran {0}: {1}": "服务器运行了 {0}：{1}",
  "Its {0} failed: {1}.": "其 {0} 失败：{1}。",
  "Its {0} ended with exit code {1}.": "其 {0} 以退出码 {1} 结束。",
  "{0} broke the protocol: {1}.": "{0} 违反了协议：{1}。",
  "the demo model": "演示模型",
  "the script": "脚本",
  "{0} sent a stream that is no chat completion.": "{0} 发来的数据流不是 chat completion。",
  "{0} sent an empty answer.": "{0} 发来了空的回答。",
  "{0} broke the answer off with “{1}”.": "{0} 以“{1}”中断了回答。",
  "chosen with --model": "由 --model 选定",
  "chosen with REIN_MODEL": "由 REIN_MODEL 选定",
  "chosen in the settings": "在设置中选定",
  "{0} has no effort “{1}”: {2}.": "{0} 没有“{1}”这一推理强度：{2}。",
  "its effort cannot be set": "其推理强度不可设置",
  "its levels are {0}": "可用级别为 {0}",
  "A script needs its file: script:FILE.": "脚本需要指定文件：script:FILE。",
  "There is no model “{0}”. A model is named provider/model-id, as in anthropic/claude-sonnet-5. The providers are: {1}.":
    "没有模型“{0}”。模型的写法是 provider/model-id，例如 anthropic/claude-sonnet-5。可用的服务商：{1}。",
  "A {0} needs its file: {1}:FILE.": "{0} 需要指定文件：{1}:FILE。",
  "because a key for {0} is stored": "因为保存了 {0} 的密钥",
  "because {0} is set": "因为设置了 {0}",
  "because OPENAI_BASE_URL is set": "因为设置了 OPENAI_BASE_URL",
  "The demo has one model, demo/offline, not “{0}”.": "演示只有一个模型 demo/offline，没有“{0}”。",
  "set {0}": "设置 {0}",
  "say rein auth login {0}": "运行 rein auth login {0}",
  "{0} needs a key: {1}. Without a key there is the offline demo: --model demo.":
    "{0} 需要密钥：{1}。没有密钥时可用离线演示：--model demo。",
  " with a web page{0}": "网页{0}",
  " Check {0}.": " 请检查 {0}。",
  " Check the key in {0}.": " 请检查 {0} 中的密钥。",
  "{0} refused the key{1}{2}{3}": "{0} 拒绝了密钥{1}{2}{3}",
  "{0} says that the account has no balance or quota left{1}{2} Another model may answer meanwhile.":
    "{0} 表示账户已没有余额或配额{1}{2} 在此期间可改用其他模型。",
  "{0} answered {1}{2}: the base address is probably wrong.{3}": "{0} 返回 {1}{2}：基础地址可能有误。{3}",
  "{0} does not know this model or address{1}{2} The address is {3}.":
    "{0} 不认识此模型或地址{1}{2} 地址是 {3}。",
  "{0} limits how much may be asked at the moment{1}{2}": "{0} 目前限制了请求频率{1}{2}",
  "The request is longer than the model's context window{0}{1}": "请求超出了模型的上下文窗口{0}{1}",
  "{0} refused the history of this conversation{1}{2}": "{0} 拒绝了此对话的历史{1}{2}",
  "The content filter of {0} refused the request{1}{2} Put it in other words, or ask another model.":
    "{0} 的内容过滤器拒绝了请求{1}{2} 请换一种说法，或改用其他模型。",
  "{0} is overloaded{1}{2}": "{0} 过载{1}{2}",
  "{0} reported an error without words{1}.": "{0} 报告了错误，但没有说明{1}。",
  "{0} reported an error{1}{2}": "{0} 报告了错误{1}{2}",
  "{0} answered {1}{2} instead of a model's answer.": "{0} 返回 {1}{2}，而不是模型的回答。",
  "{0} answered {1}{2}{3}": "{0} 返回 {1}{2}{3}",
  " without a word of explanation.": "，没有任何说明。",
  "{0} answered{1} without a word of explanation. Some servers do so when a request is longer than the model's context window.":
    "{0} 作出了应答{1}，但没有任何说明。有些服务器在请求超出模型的上下文窗口时会这样应答。",
  "request {0}": "请求 {0}",
  "{0} None of the {1} models answered.": "{0} {1} 个模型都没有回答。",
  " through {0}": "（经由{0}）",
  "The connection to {0}{1} failed: {2}{3}.{4}": "连接 {0}{1} 失败：{2}{3}。{4}",
  "the proxy of {0} ({1})": "{0} 的代理 ({1})",
  " It wants a user and a password: write them into {0}, as in http://user:password@host:port.":
    " 它要求用户名和密码：请写入 {0}，例如 http://user:password@host:port。",
  " If this address needs no proxy, name its host in NO_PROXY; else check {0}.":
    " 如果此地址不需要代理，请把其主机写入 NO_PROXY；否则请检查 {0}。",
  " If your company, your proxy or your server signs its own certificates, set NODE_EXTRA_CA_CERTS to a file with that authority's certificate (PEM), and start rein again.":
    " 如果你的公司、代理或服务器自行签发证书，请把 NODE_EXTRA_CA_CERTS 设为含有该机构证书的文件 (PEM)，然后重新启动 rein。",
  " The authorities in {0} ({1}) do not vouch for it.": " {0} ({1}) 中的机构不为它担保。",
  " {0} names {1}, which cannot be read ({2}).": " {0} 指向 {1}，但无法读取（{2}）。",
  "the key of {0}": "{0} 的密钥",
  "{0} holds a blank, a line end or a letter that no key has; nothing was sent.":
    "{0} 含有密钥中不会出现的空白、换行或字母；没有发送任何内容。",
  "The adapter for {0} could not be loaded: {1}": "无法加载 {0} 的适配器：{1}",
  "the server sent an error": "服务器发来了错误",
  "the server answered {0}": "服务器返回 {0}",
  "“{0}” is rein's own and cannot be changed": "“{0}”由 rein 内置，不能更改",
  "it is missing: rein knows no provider of this name": "缺少此项：rein 没有这个名称的服务商",
  "{0} cannot call tools: it can talk, but not read or change files.":
    "{0} 不能调用工具：可以交谈，但不能读取或更改文件。",
  "{0} is not loaded yet, so its window is not known. Ollama's default is small, and what does not fit is cut without a word: {1}.":
    "{0} 尚未加载，因此其窗口未知。Ollama 的默认值较小，放不下的内容会被悄悄截去：{1}。",
  " of the {0} that it was made for": "（其设计窗口为 {0}）",
  "{0} is loaded with a window of {1} tokens{2}": "{0} 以 {1} token的窗口加载{2}",
  "{0}. That is little for an agent: {1}.": "{0}。这对智能体来说偏小：{1}。",
  "start Ollama with OLLAMA_CONTEXT_LENGTH={0}, or set it in its app":
    "用 OLLAMA_CONTEXT_LENGTH={0} 启动 Ollama，或在其应用中设置",
  "raise “Context Length” where LM Studio loads the model": "在 LM Studio 加载模型处调高 “Context Length”",
  "start llama-server with -c {0}": "用 -c {0} 启动 llama-server",
  "start vLLM with --max-model-len {0}": "用 --max-model-len {0} 启动 vLLM",
  "{0} answered 407.{1}": "{0} 返回 407。{1}",
  "{0} sent something in its answer that is not JSON; the stream is damaged.":
    "{0} 的回答中有内容不是 JSON；数据流已损坏。",
  "The answer of {0} could not be read: {1}": "无法读取 {0} 的回答：{1}",
  "no model answers so": "没有模型会这样回答",
  "the key is for {0} only": "密钥仅用于 {0}",
  "correct the address": "请更正地址",
  "correct {0}": "请更正 {0}",
  "{0} answered {1}: it sends on to {2}. rein did not follow: {3}. If that address is right, {4}.":
    "{0} 返回 {1}：要求转到 {2}。rein 没有跟随：{3}。如果该地址正确，{4}。",
  "it did not answer in time": "它没有及时响应",
  "it could not be asked: {0}": "无法询问：{0}",
  "The key of {0} could not be read from {1}: {2}.": "无法从 {1} 读取 {0} 的密钥：{2}。",
  "The key of {0} could not be read by the command “{1}”: {2}.": "无法用命令“{1}”读取 {0} 的密钥：{2}。",
  "The recording {0} is empty. rein --record {1} makes one.":
    "录制文件 {0} 为空。可用 rein --record {1} 生成。",
  "{0} is no recording: none of its {1} lines is a request that rein --record wrote.":
    "{0} 不是录制文件：其 {1} 行中没有一行是 rein --record 写入的请求。",
  "{0} was cut meanwhile": "{0} 在此期间被截断",
  "{0} was changed meanwhile": "{0} 在此期间被更改",
  "there is no such file": "没有这个文件",
  "The recording {0} cannot be read: {1}.": "无法读取录制文件 {0}：{1}。",
  "In the recording, request {0} was given up before its answer began.":
    "录制中的第 {0} 个请求在回答开始前就被放弃。",
  "because it was recorded": "因为是录制的",
  "one request": "1 个请求",
  " ({0} of its lines could not be read)": "（其中 {0} 行无法读取）",
  "The recording {0} is over: it has {1}{2}, and this is request {3}. What was done since the recording differs from what was done then.":
    "录制 {0} 已播放完：其中有 {1}{2}，而这是第 {3} 个请求。录制之后所做的与当时不同。",
  "the connection failed": "连接失败",
  "The server asks for {0} of patience; by itself rein waits {1} seconds at most.":
    "服务器要求等待 {0}；rein 自己最多等待 {1} 秒。",
  " rein tried {0} times.": " rein 尝试了 {0} 次。",
  " Wait a little, or talk to another model.": " 请稍候，或改用其他模型。",
  " Try again later, or talk to another model.": " 请稍后再试，或改用其他模型。",
  " Check the connection, then send it again.": " 请检查连接，然后重新发送。",
  " The setting idleTimeout gives a slow server more time.": " 设置 idleTimeout 可给较慢的服务器更多时间。",
  " If it stays like this, another model or server may do better.":
    " 如果一直如此，换用其他模型或服务器可能更好。",
  "{0} minutes": "{0} 分钟",
  "{0} hours": "{0} 小时",
  "{0} days": "{0} 天",
  "{0} answered 200 and sent nothing.": "{0} 返回 200，但没有发送内容。",
  "no content type": "无内容类型",
  "{0} answered 200, but not with a model's answer ({1}, it begins “{2}”).{3}":
    "{0} 返回 200，但不是模型的回答（{1}，开头为“{2}”）。{3}",
  "The answer of {0} broke off before its end: the connection was closed.":
    "{0} 的回答在结束前断开：连接已关闭。",
  "{0} seconds": "{0} 秒",
  "{0} sent nothing for {1}, so the connection was closed.": "{0} 在 {1}内没有发送任何内容，因此关闭了连接。",
  "line {0} of {1}": "第 {0} 行 / {1}",
  "The script {0} is empty.": "脚本 {0} 为空。",
  "response {0} of {1}": "{1} 的第 {0} 个回答",
  "The script is not valid JSON: {0}.": "脚本不是有效的 JSON：{0}。",
  "The script has a response that does not fit, {0}:\n{1}": "脚本中有一个回答不符合格式，{0}：\n{1}",
  "The script {0} can not be read: {1}.": "无法读取脚本 {0}：{1}。",
  "The script ended: it has {0} responses and this is request {1}.":
    "脚本已结束：其中有 {0} 个回答，而这是第 {1} 个请求。",
  "The script broke the protocol: {0}.": "脚本违反了协议：{0}。",
  "it has a tool call without a name": "有一个工具调用没有名称",
  "it has a tool call without an id": "有一个工具调用没有 id",
  "a line of the stream is longer than {0} MB": "数据流中有一行超过 {0} MB",
  "It found 1 page.": "找到 1 个网页。",
  "It found {0} pages.": "找到 {0} 个网页。",
  "{0} has many models, so name one: --model {1}/MODEL, or set {2}. “rein models {3}” lists them.":
    "{0} 有许多模型，请指定一个：--model {1}/MODEL，或设置 {2}。“rein models {3}” 可列出它们。",
  "{0} has the models that you installed, so name one: --model {1}/MODEL, or set {2}. “rein models {3}” lists them.":
    "{0} 的模型由你安装，请指定一个：--model {1}/MODEL，或设置 {2}。“rein models {3}” 可列出它们。",
  ", or ": "，或",
  "The key of {0} could not be read: “{1}” holds nothing.": "无法读取 {0} 的密钥：“{1}”中没有内容。",
  "The key of {0} could not be read: “{1}” holds more than one word.":
    "无法读取 {0} 的密钥：“{1}”中不止一个词。",
  "{0} cancelled the answer and did not say why.": "{0} 取消了回答，没有说明原因。",
  "{0} broke the answer off and did not say why.": "{0} 中断了回答，没有说明原因。",
  "because no key was found; set ANTHROPIC_API_KEY, OPENAI_API_KEY or another provider's key for a real model, or say rein auth login":
    "因为没有找到密钥；要用真正的模型，请设置 ANTHROPIC_API_KEY、OPENAI_API_KEY 或其他服务商的密钥，或运行 rein auth login",
};
