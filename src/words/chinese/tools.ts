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
