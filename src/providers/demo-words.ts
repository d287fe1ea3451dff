/** Everything the demo says, in English and Chinese. */

export type DemoWords = {
  readonly intro: string;
  readonly abilities: string;
  readonly notUnderstood: string;
  readonly noTool: (name: string) => string;
  readonly declined: string;
  readonly notAllowed: (why: string) => string;
  readonly failed: (why: string) => string;
  readonly lookUp: string;
  readonly uppercase: string;
  readonly readStart: string;
  readonly start: (command: string, file: string) => string;
  readonly noStart: string;
  readonly count: string;
  readonly counted: (count: string, extension: string) => string;
  readonly find: (word: string) => string;
  readonly found: (word: string, lines: string) => string;
  readonly notFound: (word: string) => string;
  readonly read: (path: string) => string;
  readonly hasRead: (path: string, lines: number) => string;
  readonly readFirst: (path: string) => string;
  readonly change: (path: string) => string;
  readonly create: (missing: string, path: string) => string;
  readonly changed: (path: string) => string;
  readonly created: (path: string) => string;
  readonly noSuchText: (text: string, path: string) => string;
  readonly demoLine: string;
  readonly fail: string;
  readonly recover: (exitCode: string) => string;
  readonly recovered: (entries: number) => string;
  readonly run: string;
  readonly ran: (exitCode: string) => string;
};

const english: DemoWords = {
  intro: "I am rein's offline demo model, without language understanding: I follow fixed keywords.",
  abilities: [
    "I can show you how rein works. Try one of these:",
    "",
    "- how does this project start?",
    "- how many ts files are there?",
    "- find TODO",
    "- change a file (or: change X to Y in FILE)",
    "- show a failing command",
    "- run: git status",
    "",
    "For real work choose a real model: set a key such as ANTHROPIC_API_KEY, or start rein with --model.",
  ].join("\n"),
  notUnderstood: "I did not understand that: it holds none of the keywords I know.",
  noTool: (name) => `For that I would need the tool ${name}, and I was not given it.`,
  declined: "You declined that, so I leave it. Nothing was done.",
  notAllowed: (why) => `That was not allowed, so nothing was done: ${why}`,
  failed: (why) => `That did not work, and I stop here:\n\n${why}`,
  lookUp: "I look the command up.",
  uppercase: "I hand the text to my tool.",
  readStart: "I read README.md and package.json.",
  start: (command, file) => `Start it with:\n\n\`\`\`sh\n${command}\n\`\`\`\n\nThat is what ${file} says.`,
  noStart: "I found no command to start this project, neither in README.md nor in package.json.",
  count: "I count them with a command.",
  counted: (count, extension) =>
    `There are ${count} ${extension === "" ? "" : `.${extension} `}files here, without node_modules and .git.`,
  find: (word) => `I search the files for “${word}”.`,
  found: (word, lines) => `“${word}” is here:\n\n\`\`\`\n${lines}\n\`\`\``,
  notFound: (word) => `“${word}” is in no file here.`,
  read: (path) => `I read ${path}.`,
  hasRead: (path, lines) => `I have read ${path}: ${lines} lines. What they mean I can not say.`,
  readFirst: (path) => `I read ${path} first.`,
  change: (path) => `Now I change ${path}. You see the difference before anything happens.`,
  create: (missing, path) =>
    `${missing} can not be read here, so I write a new file, ${path}. You see it before anything happens.`,
  changed: (path) => `Done: ${path} is changed.`,
  created: (path) => `Done: ${path} is written.`,
  noSuchText: (text, path) => `“${text}” does not stand in ${path}, so I change nothing.`,
  demoLine: "This line was added by rein's offline demo model.",
  fail: "I try to show a file that does not exist.",
  recover: (exitCode) =>
    `That failed with exit code ${exitCode}: there is no such file. I look what there is instead.`,
  recovered: (entries) =>
    `Here are ${entries} entries. A command that fails is an answer like any other; I went on with the next one.`,
  run: "I run it.",
  ran: (exitCode) => `It ended with exit code ${exitCode}.`,
};

const chinese: DemoWords = {
  intro: "我是 rein 的离线演示模型，没有语言理解能力，只认固定的关键词。",
  abilities: [
    "我可以演示 rein 是怎样工作的。试试：",
    "",
    "- 这个项目怎么启动",
    "- 有多少个 ts 文件",
    "- 查找 TODO",
    "- 修改文件（或：把 FILE 里的 X 改成 Y）",
    "- 演示一个失败的命令",
    "- 运行 git status",
    "",
    "要做真正的工作，请使用真正的模型：设置 ANTHROPIC_API_KEY 之类的密钥，或用 --model 启动 rein。",
  ].join("\n"),
  notUnderstood: "我没有听懂：里面没有我认识的关键词。",
  noTool: (name) => `这需要工具 ${name}，但我没有得到它。`,
  declined: "你拒绝了，所以我不做了。什么都没有发生。",
  notAllowed: (why) => `这不被允许，所以什么都没有做：${why}`,
  failed: (why) => `没有成功，我停在这里：\n\n${why}`,
  lookUp: "我查一下命令。",
  uppercase: "我把文字交给我的工具。",
  readStart: "我读一下 README.md 和 package.json。",
  start: (command, file) => `这样启动：\n\n\`\`\`sh\n${command}\n\`\`\`\n\n${file} 里是这样写的。`,
  noStart: "README.md 和 package.json 里都没有找到启动命令。",
  count: "我用一条命令来数。",
  counted: (count, extension) =>
    `这里有 ${count} 个${extension === "" ? "" : ` .${extension} `}文件，不算 node_modules 和 .git。`,
  find: (word) => `我在文件里搜索“${word}”。`,
  found: (word, lines) => `“${word}”在这里：\n\n\`\`\`\n${lines}\n\`\`\``,
  notFound: (word) => `这里没有文件包含“${word}”。`,
  read: (path) => `我读一下 ${path}。`,
  hasRead: (path, lines) => `我读了 ${path}，共 ${lines} 行。它是什么意思，我说不上来。`,
  readFirst: (path) => `我先读一下 ${path}。`,
  change: (path) => `现在我修改 ${path}。动手之前你会看到差异。`,
  create: (missing, path) => `这里读不到 ${missing}，所以我写一个新文件 ${path}。动手之前你会看到它。`,
  changed: (path) => `完成：${path} 已修改。`,
  created: (path) => `完成：${path} 已写好。`,
  noSuchText: (text, path) => `${path} 里没有“${text}”，所以我什么都不改。`,
  demoLine: "这一行由 rein 的离线演示模型添加。",
  fail: "我试着显示一个不存在的文件。",
  recover: (exitCode) => `失败了，退出码 ${exitCode}：没有这个文件。我看看这里有什么。`,
  recovered: (entries) => `这里有 ${entries} 个条目。失败的命令也是一种回答，我接着做了下一步。`,
  run: "我来运行它。",
  ran: (exitCode) => `它结束了，退出码 ${exitCode}。`,
};

/** Chinese for a message with Chinese characters in it, else English. */
export function wordsFor(message: string): DemoWords {
  return /\p{Script=Han}/u.test(message) ? chinese : english;
}

/** The line that the demo adds to a file, in both languages. */
export const demoLines: readonly string[] = [english.demoLine, chinese.demoLine];
