/** Images that the user gives to the model, in Chinese. */
import type { Catalogue } from "../say.ts";

export const images: Catalogue = {
  "No clipboard can be reached from here: neither WAYLAND_DISPLAY nor DISPLAY is set. Drag the image's file onto the window instead.":
    "从这里无法访问剪贴板：WAYLAND_DISPLAY 和 DISPLAY 都没有设置。请改为把图片文件拖到窗口上。",
  "{0} is needed to read the clipboard and was not found. Install {1}, or drag the image's file onto the window.":
    "读取剪贴板需要 {0}，但没有找到。请安装 {1}，或把图片文件拖到窗口上。",
  "The clipboard holds more than {0} MB, which is not taken.": "剪贴板的内容超过 {0} MB，未予读取。",
  "{0} could not be started: {1}.": "无法启动 {0}：{1}。",
  "{0} has not told in {1} seconds what the clipboard holds. Try again, or drag the image's file onto the window.":
    "{0} 在 {1} 秒内没有说明剪贴板里有什么。请重试，或把图片文件拖到窗口上。",
  "The image in the clipboard": "剪贴板中的图片",
  "The clipboard is empty.": "剪贴板是空的。",
  "A message takes at most {0} images, {1} MB together; send these with another one.":
    "一条消息最多 {0} 张图片，合计 {1} MB；请用另一条消息发送这些图片。",
  "A message takes at most {0} images, {1} MB together; these are more, so their paths stay text.":
    "一条消息最多 {0} 张图片，合计 {1} MB；这些超出了上限，因此它们的路径保留为文本。",
  "The image could not be read: {0}.": "无法读取图片：{0}。",
  "Reading the image took longer than {0} seconds, so it is left out.": "读取图片超过 {0} 秒，因此没有加入。",
  "{0} is larger than {1} MB, the most that is read. Make a smaller copy.":
    "{0} 大于 {1} MB 的读取上限。请制作一个较小的副本。",
  "{0} has more than {1} megapixels, the most that is decoded. Make a smaller copy.":
    "{0} 超过 {1} 百万像素的解码上限。请制作一个较小的副本。",
  "{0} is an animated WebP, which cannot be sent. Make a PNG of one of its pictures.":
    "{0} 是动态 WebP，无法发送。请把其中一帧存为 PNG。",
  "{0} stays larger than {1} MB when it is shrunk, the most that is sent. Make a smaller copy.":
    "{0} 缩小后仍大于 {1} MB 的发送上限。请制作一个较小的副本。",
  "{0} is damaged, or of a kind that cannot be decoded, so it cannot be sent.":
    "{0} 已损坏，或属于无法解码的类型，因此无法发送。",
  "reading the image; then it is sent": "正在读取图片，读完后发送",
  "paste from the clipboard: an image, else its text": "从剪贴板粘贴：图片，否则粘贴文本",
};
