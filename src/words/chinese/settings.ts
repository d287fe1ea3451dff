/** What is said about settings, keys, rules and trust, in Chinese. */
import type { Catalogue } from "../say.ts";

export const settings: Catalogue = {
  "The key of {0} is still in the keychain: {1}.": "{0} 的密钥仍在钥匙串中：{1}。",
  "Say rein auth login {0} to keep it again.": "运行 rein auth login {0} 可重新保存。",
  "The key of {0} could not be read from the keychain: {1}. {2}": "无法从钥匙串读取 {0} 的密钥：{1}。{2}",
  "The key of {0} is not in the keychain any more. {1}": "{0} 的密钥已不在钥匙串中。{1}",
  "it is not JSON": "它不是 JSON",
  "it does not hold keys by provider": "其中没有按服务商保存的密钥",
  "The stored keys in {0} could not be read: {1}. The file was left as it is. Repair it, or remove it and say rein auth login.":
    "无法读取 {0} 中保存的密钥：{1}。文件保持原样。请修复它，或删除它后运行 rein auth login。",
  "The keys could not be kept in {0}: {1}.": "无法在 {0} 中保存密钥：{1}。",
  "It is not used ({0}); all keys do what they do for everybody.": "未使用（{0}）；所有按键保持默认。",
  "It holds no settings: a JSON object is expected.": "其中没有设置：应为 JSON 对象。",
  '"{0}" is not right and is ignored: {1}.': '"{0}" 不正确，已忽略：{1}。',
  'There is no setting "{0}". It is ignored.': '没有设置 "{0}"。已忽略。',
  "there are only allow, ask and deny": "只有 allow、ask 和 deny",
  "a list of rules is expected": "应为规则列表",
  "Rules that forbid may stand there. Until it is repaired, rein asks about everything that does more than read, whatever the other rules and the mode say.":
    "其中可能有禁止操作的规则。在修复之前，无论其他规则和模式如何，凡不只是读取的操作 rein 都会询问。",
  "the rules in {0} cannot all be read": "无法完整读取 {0} 中的规则",
  "A project cannot set {0}: that is yours to choose. It is ignored.":
    "项目不能设置 {0}：这由你来选择。已忽略。",
  "{0} It is ignored.": "{0}已忽略。",
  'where the key is: {"env": NAME}, {"file": PATH} or {"command": COMMAND}, and never the key itself':
    '密钥所在之处：{"env": NAME}、{"file": PATH} 或 {"command": COMMAND}，绝不是密钥本身',
  "an http address is expected": "应为 http 地址",
  "a provider's name has letters, digits, “.”, “_” and “-” only":
    "服务商的名称只能包含字母、数字、“.”、“_”和“-”",
  "The remembered rules in {0} could not be read: {1}. The file was left as it is, and nothing is allowed by it. Repair it, or remove it.":
    "无法读取 {0} 中记住的规则：{1}。文件保持原样，其中的规则不会放行任何操作。请修复或删除它。",
  "The rule {0} could not be kept in {1}: {2}.": "无法把规则 {0} 保存到 {1}：{2}。",
  "line {0} is not JSON": "第 {0} 行不是 JSON",
  "line {0} is no rule": "第 {0} 行不是规则",
  "a rule cannot be empty": "规则不能为空",
  "the name of a model is missing": "缺少模型名称",
  "more than a day is no limit": "超过一天就不算上限",
  "a list of models is expected, or such a list for each model": "应为模型列表，或为每个模型给出这样的列表",
  "the name of a variable is expected": "应为变量名称",
  "below 10 percent there is no room for a conversation": "低于 10% 就没有对话的空间",
  "the name of a theme is missing": "缺少主题名称",
  'a list of {0} is expected, or { "command": COMMAND }': '应为由 {0} 组成的列表，或 { "command": COMMAND }',
  "It could not be read ({0}). It was left as it is, and rein runs without it.":
    "无法读取（{0}）。文件保持原样，rein 在没有它的情况下运行。",
  "line {0}, column {1}: {2}": "第 {0} 行第 {1} 列：{2}",
  "what stands here is behind the end": "这里的内容在结尾之后",
  "it is not a regular file": "它不是普通文件",
  "a link on the way to it leads nowhere": "通向它的一个链接没有目标",
  "it is UTF-16; settings are UTF-8": "它是 UTF-16；设置应为 UTF-8",
  "it holds NUL bytes, as a power cut leaves them": "其中有断电后留下的 NUL 字节",
  "it is nested too deeply": "它嵌套得太深",
  "What rein remembers in {0} (the theme, what models can do) could not be read and is not used: {1}.":
    "无法读取 rein 记在 {0} 中的内容（主题、模型的能力），未予使用：{1}。",
  "it has {0} bytes, more than settings ever need": "它有 {0} 字节，设置不需要这么多",
  "rein cannot remember its state in {0}: {1}.": "rein 无法在 {0} 中记住状态：{1}。",
  "it holds no JSON object": "其中没有 JSON 对象",
  "{0} could not be read ({1}). It was kept as {2}, and a new one begins.":
    "无法读取 {0}（{1}）。它被保留为 {2}，并新建一个。",
  "the name of a theme is made of letters, digits, dots and dashes, 40 at most":
    "主题名称由字母、数字、点和连字符组成，最多 40 个字符",
  "it is gone": "它已不存在",
  "The trusted folders in {0} are not used: {1}. rein asks again.":
    "未使用 {0} 中的受信任文件夹：{1}。rein 会重新询问。",
  "it is damaged": "它已损坏",
  "The trusted folders could not be written to {0}: {1}.": "无法把受信任文件夹写入 {0}：{1}。",
  "the output of a tool": "工具的输出",
  "It has fewer than {0} characters: ordinary words would be hidden with it.":
    "少于 {0} 个字符：普通词语也会随之被隐藏。",
};
