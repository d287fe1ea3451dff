import { describe, expect, test } from "bun:test";
import { needsTerminal } from "../../src/process/needs-terminal.ts";

describe("a full-screen program is refused before it starts", () => {
  test.each([
    "vim",
    "vim notes.txt",
    "vim +12 src/a.ts src/b.ts",
    "/usr/bin/vi notes.txt",
    "cd src && nano a.ts",
    "make; top",
    "TERM=xterm htop",
    "emacs -nw a.ts",
    "watch ls -l",
    "watch -n 1 date",
    "git status\nlazygit",
    "exec vim a",
  ])("%j", (command) => {
    expect(needsTerminal(command)).toEndWith("the user can run it with `!`.");
  });

  test.each([
    "vim --version",
    "vim -es -c '%s/a/b/' -c wq file",
    "vim +PlugInstall +qall",
    "vim -c quit file",
    "nvim --headless +qa",
    "echo iggq | vim -",
    "vim file < keys",
    "emacs --batch -l x.el",
    "emacs -nw --batch -l x.el",
    "emacs file",
    "top -b -n 1",
    "top -bn1",
    "top -l 1",
    "htop --version",
    "watch --help",
    "watch -g ls",
    "ssh host",
    "ssh host uptime",
    "less README.md",
    "man ls",
    "git commit",
    "echo vim",
    "which vim nano",
    "apt-get install vim",
    "cat <<EOF > steps\nvim file\nEOF",
    "printf '\nvim file\n'",
    "docker run -it image vim",
    "timeout 1 vim file",
    "vimx file",
    "./scripts/top-level.sh",
    "npm run watch",
    "",
  ])("but not %j, which could work", (command) => {
    expect(needsTerminal(command)).toBeNull();
  });
});
