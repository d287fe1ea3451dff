/** What is said about running programs and the sandbox, in Chinese. */
import type { Catalogue } from "../say.ts";

export const process: Catalogue = {
  "The editor “{0}” ended with exit code {1}; the text is as it was.":
    "编辑器“{0}”以退出码 {1} 结束；文本保持原样。",
  "The text could not be edited: {0}.": "无法编辑文本：{0}。",
  "it was not started": "它没有启动",
  "it took longer than {0} ms": "它用时超过 {0} 毫秒",
  "rein has ended": "rein 已结束",
  "it printed more than a line or two": "它输出的不止一两行",
  "it ended with exit code {0}": "它以退出码 {0} 结束",
  "The command could not be started in {0}: {1}.": "无法在 {0} 中启动命令：{1}。",
  "This system gives no pseudo-terminal; the command was not run.": "此系统不提供伪终端；命令没有运行。",
  "Only {0} folders of the project were searched for repositories and startup files.":
    "只在项目的 {0} 个文件夹中查找了仓库和启动文件。",
  "{0} has too many entries to be searched for repositories and startup files.":
    "{0} 的条目太多，无法在其中查找仓库和启动文件。",
  "a git repository": "git 仓库",
  "there is no folder for small files: $TMPDIR cannot be written to":
    "没有存放小文件的文件夹：$TMPDIR 不可写",
  "writing outside of the project": "写入项目之外",
  "connecting to another program": "连接其他程序",
  "Unix sockets": "使用 Unix 套接字",
  "nothing can be written in it": "其中不可写入任何内容",
  "it was tried out, and does not keep commands from {0}": "已试用，但无法阻止命令{0}",
  "rein has no sandbox on Windows": "rein 在 Windows 上没有沙箱",
  "In WSL 2 it has one.": "在 WSL 2 中有。",
  "bubblewrap (`bwrap`) is not installed": "未安装 bubblewrap (`bwrap`)",
  "`socat` is not installed": "未安装 `socat`",
  "the helper that closes Unix sockets to commands is missing": "缺少对命令关闭 Unix 套接字的辅助程序",
  "It comes with rein for x64 and arm64: install rein again.":
    "它随 x64 和 arm64 版的 rein 提供：请重新安装 rein。",
  "the ripgrep that comes with rein is missing": "缺少 rein 自带的 ripgrep",
  "Install rein again.": "请重新安装 rein。",
  "Install it, as in `apt install {0}` or `dnf install {1}`.":
    "请安装，例如 `apt install {0}` 或 `dnf install {1}`。",
  "the system forbids user namespaces{0}": "系统禁止用户命名空间{0}",
  "Run rein outside of the container, or give the container its own user namespaces.":
    "请在容器之外运行 rein，或给容器自己的用户命名空间。",
  "it could not be started{0}": "无法启动{0}",
  "AppArmor restricts them here, as on Ubuntu from 23.10 on: give /usr/bin/bwrap a profile with `userns,` (Ubuntu's package apparmor-profiles has one: bwrap-userns-restrict), or set kernel.apparmor_restrict_unprivileged_userns to 0.":
    "此处由 AppArmor 限制，Ubuntu 23.10 起如此：请为 /usr/bin/bwrap 添加含 `userns,` 的配置（Ubuntu 的 apparmor-profiles 包中有：bwrap-userns-restrict），或把 kernel.apparmor_restrict_unprivileged_userns 设为 0。",
  "The sysctl kernel.unprivileged_userns_clone=1 allows them.":
    "设置 sysctl kernel.unprivileged_userns_clone=1 可允许。",
  "The sysctl user.max_user_namespaces is 0 here; a higher number allows them.":
    "此处 sysctl user.max_user_namespaces 为 0；设为更大的值即可允许。",
  "Containers often forbid them: run rein outside of this one, or let it have them.":
    "容器常常禁止它们：请在此容器之外运行 rein，或允许容器使用。",
  "the process that holds it ended while it started": "持有沙箱的进程在启动时结束",
  "it was not ready within {0} s": "{0} 秒内没有就绪",
  "the process that holds the sandbox ended": "持有沙箱的进程已结束",
  "the session is over": "会话已结束",
  "no sandbox can be made in here, as in many containers{0}": "这里无法建立沙箱，许多容器中都是如此{0}",
  "no sandbox can be made in here{0}": "这里无法建立沙箱{0}",
  "The pager “{0}” ended with exit code {1}.": "分页器“{0}”以退出码 {1} 结束。",
  "The text could not be shown in a pager: {0}.": "无法在分页器中显示文本：{0}。",
};
