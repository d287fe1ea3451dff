/** What vim mode says, in Chinese. */
import type { Catalogue } from "../say.ts";

export const vim: Catalogue = {
  "-- INSERT --": "-- 插入 --",
  "-- REPLACE --": "-- 替换 --",
  "-- NORMAL --": "-- 普通 --",
  "-- VISUAL --": "-- 可视 --",
  "-- VISUAL LINE --": "-- 可视 行 --",
  "nothing was copied to \"+ here; your terminal's own key pastes what is in the clipboard":
    '这里还没有内容复制到 "+；请用终端自己的按键粘贴剪贴板中的内容',
  "too large for the clipboard; p puts it in here": "太大，放不进剪贴板；按 p 可在这里放入",
  "edit as in vim, or as in the shell again": "像 vim 那样编辑，或改回像 shell 那样",
  "Vim mode is on: Esc leads to normal mode, where Enter sends and Esc stops what runs; i leads back.":
    "vim 模式已开启：Esc 进入普通模式，在其中 Enter 发送、Esc 停止正在运行的内容；i 返回插入模式。",
  "Vim mode is off.": "vim 模式已关闭。",
  '{0} It is so until you leave: your settings say "editing": {1}.':
    '{0}在你退出之前一直如此：你的设置中写着 "editing": {1}。',
};
