/** The slash commands: their arguments and what they do. */
import type { Catalogue } from "../say.ts";

export const slashCommands: Catalogue = {
  "Commands:": "命令：",
  "Keys:": "按键：",
  "[provider/model]": "[服务商/模型]",
  "[level]": "[程度]",
  "[focus]": "[重点]",
  "[dollars|off]": "[美元|off]",
  NAME: "名称",
  "[NAME]": "[名称]",
  "[name]": "[主题名]",
  "!command": "!命令",
  "!!command": "!!命令",
  "@path": "@路径",
  "the commands and the keys; with a command behind it, all about that one":
    "命令和按键；后面加命令名，则说明该命令",
  "/{0}: {1}": "/{0}：{1}",
  "Also: {0}": "别名：{0}",
  "It works while a turn runs, too.": "一轮运行时也可以使用。",
  "It does not work while a turn runs.": "一轮运行时不能使用。",
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
  "one of the code blocks of the last answer that has any": "最近一个含代码的回答中的一个代码块",
  "needs no key and no network": "不需要密钥，也不需要网络",
  "copy the last answer as it was written, or the Nth last; code: a code block of it; all: the conversation":
    "按原文复制上一个回答，或倒数第 N 个；code：其中的代码块；all：整个对话",
  "the whole conversation as Markdown, without its secrets": "整个对话，Markdown 格式，不含机密",
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
};
