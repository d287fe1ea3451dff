/** What the engine says to people about turns, budgets and answers, in Chinese. */
import type { Catalogue } from "../say.ts";

export const engine: Catalogue = {
  "what you wrote cannot run: {0}": "你写的内容无法运行：{0}",
  "your text cannot be written: {0}": "你的文本无法写入：{0}",
  "your answer does not fit: {0}": "你的回答不匹配：{0}",
  "the situation has changed since you allowed this, and it would now do what is shown here":
    "自你允许以来情况有变，现在会执行此处所示的内容",
  "The change cannot be shown without the secrets in it.": "去掉其中的机密后无法显示此改动。",
  "{0}. Nobody is there to ask. {1}": "{0}。没有人可以询问。{1}",
  "No rule is offered for this call, so none can be kept; it can be allowed once.":
    "此调用没有可保留的规则；可以允许一次。",
  "This question is not about a call that can be edited.": "此问题涉及的调用不能编辑。",
  "This call cannot be answered hunk by hunk.": "此调用不能逐块回答。",
  "The change has {0} hunks, and {1} were answered.": "改动有 {0} 处，回答了 {1} 处。",
  "rein does not know this kind of answer.": "rein 不了解这种回答。",
  "The arguments of a call are a JSON object.": "调用的参数应为 JSON 对象。",
  "The arguments are not valid JSON ({0}).": "参数不是有效的 JSON（{0}）。",
  "rein does not know what {0} costs, so the budget of {1} cannot count it. The turn goes on.":
    "rein 不知道 {0} 的价格，因此无法计入预算 {1}。本轮继续。",
  "The session has cost {0} of its budget of {1}; the next request brings it to about {2}%.":
    "会话已花费预算 {1} 中的 {0}；下一个请求将使其达到约 {2}%。",
  'The model wrote a call of {0} as text again; nothing was run. The setting "tolerantTools" makes rein read the calls of such a model.':
    '模型再次把对 {0} 的调用写成了文本；没有运行任何内容。设置 "tolerantTools" 可让 rein 读取这类模型的调用。',
  "The model's server paused its answer {0} times in a row. The turn was stopped; your next message goes on from here.":
    "模型服务器连续 {0} 次暂停回答。本轮已停止；你的下一条消息会从这里继续。",
  "rein failed in the middle of the turn: {0}": "rein 在本轮中途出错：{0}",
  "That call has no open question: it was answered before, or its turn is over.":
    "该调用没有待回答的问题：已经回答过，或其所在轮次已结束。",
  "The model ended its answer without a word.": "模型结束了回答，但没有给出任何内容。",
  "The model reached its output limit; the answer is cut. Say “go on” to continue.":
    "模型达到输出上限；回答被截断。发送“go on”可继续。",
  "The model's context window is full; the answer is cut. /compact summarises the conversation, so that it can go on; /clear starts a fresh session.":
    "模型的上下文窗口已满；回答被截断。/compact 会为对话做摘要以便继续；/clear 会开始新的会话。",
  "The provider's content filter stopped the answer.": "服务商的内容过滤器停止了回答。",
  "The model refused to answer this.": "模型拒绝回答。",
  "The answer broke off before its end.": "回答在结束前断开。",
  "Stopped after {0}, the limit of a turn. The next message goes on from here.":
    "已在 {0} 后停止，这是一轮的上限。下一条消息会从这里继续。",
  "The provider's stream ended without an answer.": "服务商的数据流结束，但没有回答。",
  'The model server sent a call of "{0}" without an id.': '模型服务器发来对 "{0}" 的调用，但没有 id。',
  'The model server sent the tool call "{0}" without a name.': '模型服务器发来工具调用 "{0}"，但没有名称。',
  "{0} is larger than {1} KB; its last {2} bytes are not sent.": "{0} 大于 {1} KB；其最后 {2} 字节不会发送。",
  "{0} is not used: {1}": "未使用 {0}：{1}",
  "{0} is a link to {1}, outside of the project.": "{0} 是指向项目之外 {1} 的链接。",
  "{0} leads to {1}, which is not read without asking.": "{0} 指向 {1}，未经询问不会读取。",
  "{0} is not UTF-8 text.": "{0} 不是 UTF-8 文本。",
  "in {0} results": "（在 {0} 个结果中）",
  "an image": "一张图片",
  "{0} images": "{0} 张图片",
  "in a message of yours": "（在你的消息中）",
  "in the result of {0}": "（在 {0} 的结果中）",
  "the model's earlier reasoning": "模型先前的推理",
  "a call of {0}, which is told in words instead": "对 {0} 的一次调用（改用文字说明）",
  "{0} calls, which are told in words instead": "{0} 次调用（改用文字说明）",
  "a message of yours": "你的一条消息",
  "something that the model said": "模型说过的某段内容",
  "{0} refused to write the summary. /model lets another model write it.":
    "{0} 拒绝撰写摘要。可用 /model 换用其他模型撰写。",
  "The summary of {0} did not come to its end.": "{0} 的摘要没有写完。",
  "attempt {0} in {1}s · {2}": "第 {0} 次尝试，{1} 秒后 · {2}",
  "The model made the same call ({0}) {1} times and got the same results. The turn was stopped; your next message goes on from here.":
    "模型重复了同一调用（{0}）{1} 次，得到相同的结果。本轮已停止；你的下一条消息会从这里继续。",
  "The model made the same calls ({0}) {1} times and got the same results. The turn was stopped; your next message goes on from here.":
    "模型重复了同一组调用（{0}）{1} 次，得到相同的结果。本轮已停止；你的下一条消息会从这里继续。",
  "{0} model responses": "{0} 次模型回答",
  "Stopped at the budget of {0}: the session has cost {1}. {2}": "已在预算 {0} 处停止：会话已花费 {1}。{2}",
  "Stopped at the budget of {0}: the session has cost {1}, and sending it once more would cost about {2}. {3}":
    "已在预算 {0} 处停止：会话已花费 {1}，再发送一次约需 {2}。{3}",
  "summarising the conversation": "正在为对话做摘要",
  "summarising the conversation, part {0} of {1}": "正在为对话做摘要，第 {0} / {1} 部分",
};
