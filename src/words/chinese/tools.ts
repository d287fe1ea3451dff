/** What panels say of a tool's result in a few words, in Chinese. */
import type { Catalogue } from "../say.ts";

export const tools: Catalogue = {
  "{0} ended": "{0} 已结束",
  "goes on as {0}": "以 {0} 继续运行",
  "{0} s": "{0} 秒",
  "running for {0}": "已运行 {0}",
  "killed after {0}": "{0} 后被终止",
  "killed by {0}": "被 {0} 终止",
  "exit code: {0}": "退出码：{0}",
  "{0} after {1}; something that it started runs on, bash_kill ends it":
    "{1} 后{0}；它启动的程序仍在运行，bash_kill 可结束",
  "{0} after {1}": "{1} 后{0}",
  "{0}; only the first {1} lines of the change are shown here": "{0}；此处只显示改动的前 {1} 行",
  "{0}; only a part of a line is shown here": "{0}；此处只显示一行的一部分",
  "1 file": "1 个文件",
  "1 match": "1 处匹配",
  "{0} matches": "{0} 处匹配",
  "{0} in {1}": "{1}中 {0}",
  "{0}, stopped": "{0}，已停止",
  "{0} (in the background)": "{0}（在后台）",
  "in the background": "在后台",
  "in the project folder ({0} is gone)": "在项目文件夹中（{0} 已不存在）",
  "to run outside of the sandbox": "在沙箱之外运行",
  "in the background, outside of the sandbox": "在后台，沙箱之外",
  "in the sandbox it has no network, and neither your browser nor other commands can connect to what it serves; “no” runs it in there":
    "在沙箱中它没有网络，你的浏览器和其他命令都无法连接它提供的服务；选择拒绝则在沙箱中运行",
  "more than the sandbox lets it do": "超出沙箱允许的操作",
  "once more, from its start, {0}": "从头再运行一次，{0}",
  "to connect to {0}": "连接 {0}",
  "while it waits: let it connect to {0}": "它正在等待：允许它连接 {0}",
  "it wants to connect to {0}; the network is off in the sandbox but for what you allow":
    "它想连接 {0}；沙箱中的网络是关闭的，除非你允许",
  "outside of the sandbox, with all that you may do": "在沙箱之外，可以做你能做的任何事",
  "the project": "项目",
  "{0} writable": "{0} 可写",
  "{0} reachable": "{0} 可连接",
  "with {0}": "并使 {0}",
  ", and ": "，",
  "it was kept from writing {0}, which is outside of the project": "它被阻止写入 {0}，那在项目之外",
  "it was taken for one that only looks, and wants to write {0}": "它被当作只查看的命令，却想写入 {0}",
  "it was kept from writing {0}: other programs run or read their settings from there":
    "它被阻止写入 {0}：其他程序会运行其中的内容或从中读取设置",
  "it was kept from writing somewhere outside of the project": "它被阻止写入项目之外的某处",
  "it could not read {0}, which is hidden in the sandbox": "它无法读取 {0}，那在沙箱中是隐藏的",
  "it has no login: keys and logins are hidden in the sandbox":
    "它没有登录信息：密钥和登录信息在沙箱中是隐藏的",
  "it connects to {0} by ssh, and keys are hidden in the sandbox":
    "它通过 ssh 连接 {0}，而密钥在沙箱中是隐藏的",
  "it could not connect to a Unix socket: the sandbox closes them": "它无法连接 Unix 套接字：沙箱将其关闭",
  "nothing answers at localhost:{0} in the sandbox; outside a program waits there":
    "沙箱中 localhost:{0} 没有应答；在沙箱之外有程序在那里等待",
  "it reached no network: it does not take the sandbox's proxy, the only way out":
    "它没有连上网络：它不使用沙箱的代理，而那是唯一的出口",
  empty: "空文件",
  "lines {0}-{1} of {2}": "第 {0}-{1} 行，共 {2} 行",
  "damaged PDF": "损坏的 PDF",
  binary: "二进制文件",
  "folder, {0}": "文件夹，{0}",
  "{0} entries": "{0} 个条目",
  "{0}, not shown": "{0}，未显示",
  "{0} cells": "{0} 个单元格",
  "notebook, {0}": "笔记本，{0}",
  "{0} pages": "{0} 页",
  "created, {0}": "已创建，{0}",
  "replaced, {0}": "已替换，{0}",
  "agreed; {0} mode": "已同意；{0} 模式",
  "to change files without asking": "不经询问更改文件",
  "Change files of the project from now on without asking about each?":
    "从现在起更改项目文件时不再逐一询问？",
  "the plan is agreed to; without a yes here, rein asks about each change":
    "计划已获同意；如果这里不同意，rein 会逐一询问每处改动",
  "{0} of {1} hunks as asked for": "{1} 处改动中 {0} 处按原样",
  "{0} edited by the user": "{0} 处经用户修改",
  "{0} rejected": "{0} 处被拒绝",
};
