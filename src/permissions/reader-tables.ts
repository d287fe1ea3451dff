/** Programs that may look at files of the project unasked, with the options they may have. Only data. */
import { type OptionTable, optionTable } from "./option-table.ts";

const hashes = "md5sum sha1sum sha224sum sha256sum sha384sum sha512sum b2sum cksum sum";

/** Names with blanks between, and what all of them may be given. */
const groups: readonly (readonly [string, string])[] = [
  [
    "pwd ls cat head nl tac rev fold comm cmp stat df realpath readlink od strings expand unexpand pr fmt join base64 base32 tsort hexdump",
    "*",
  ],
  [
    "cut",
    "-sz -d: -f: -b: -c: --complement --delimiter: --fields: --bytes: --characters: --output-delimiter: --only-delimited",
  ],
  ["paste", "-sz -d: --delimiters: --serial"],
  ["column", "-tnxeLJ -s: -o: -c: -N: -R: -T: -H: --table --separator: --output-separator: --columns:"],
  [hashes, "-bctwz --check --tag --text --binary --quiet --status -a: -l:"],
  [
    "echo true false : basename dirname tr seq uname whoami id groups nproc arch uptime free factor numfmt which type break continue exit",
    "* text",
  ],
  ["printf", "text"],
  ["hostname", "-fsdiI text max=0"],
  ["lscpu locale tty", "-a text max=0"],
  ["sleep", "text"],
  ["tail", "-cqvz# -n: -c: --lines: --bytes: --quiet"],
  ["wc", "-clmwL --lines --words --bytes --chars --max-line-length"],
  [
    "du",
    "-abchkmsSx0 -d: --max-depth: --exclude: -t: --human-readable --summarize --total --all --apparent-size",
  ],
  [
    "grep egrep fgrep",
    "-abcEFGhHiIlLnoPqrsTUvVwxyzZ# -A: -B: -C: -m: -e:! -f@! -d: -D: --include: --exclude: --exclude-dir: --exclude-from@ --color: --colour: --color --colour --regexp:! --file@! --max-count: --after-context: --before-context: --context: --recursive --ignore-case --line-number --files-with-matches --files-without-match --count --word-regexp --line-regexp --invert-match --only-matching --fixed-strings --extended-regexp --perl-regexp --basic-regexp --no-filename --with-filename --quiet --silent --no-messages --null --text --binary-files: --byte-offset --line-buffered --label: --version --help pattern",
  ],
  [
    "rg",
    "-aciFHIlnNoPqsSUuvVwx0p. -A: -B: -C: -m: -e:! -f@! -g: -t: -T: -j: -r: -M: -d: --files --hidden --no-ignore --no-ignore-vcs --glob: --iglob: --type: --type-not: --type-list --max-count: --max-depth: --max-columns: --max-filesize: --after-context: --before-context: --context: --ignore-case --smart-case --case-sensitive --line-number --no-line-number --files-with-matches --files-without-match --count --count-matches --word-regexp --line-regexp --invert-match --only-matching --fixed-strings --pcre2 --multiline --multiline-dotall --json --stats --sort: --sortr: --color: --colors: --heading --no-heading --vimgrep --column --trim --null --text --replace: --no-messages --passthru --no-filename --with-filename --with-filename --quiet --regexp:! --file@! --debug --no-config --version --help --pretty --threads: --encoding: --one-file-system pattern",
  ],
  [
    "fd fdfind",
    "-HIuapsigF0l1q -e: -t: -d: -E: -c: -j: -S: --extension: --type: --max-depth: --min-depth: --exact-depth: --exclude: --hidden --no-ignore --absolute-path --full-path --case-sensitive --ignore-case --glob --regex --fixed-strings --print0 --list-details --color: --max-results: --changed-within: --changed-before: --size: --base-directory@ --search-path@ --version --help pattern",
  ],
  [
    "sort",
    "-bdfghiMnRrsuVzcCm -k: -t: -S: --reverse --unique --numeric-sort --key: --field-separator: --human-numeric-sort --version-sort --general-numeric-sort --month-sort --ignore-case --ignore-leading-blanks --dictionary-order --stable --check --merge --zero-terminated --parallel: --buffer-size: --debug",
  ],
  [
    "uniq",
    "-cdDiuz -f: -s: -w: --count --repeated --unique --ignore-case --skip-fields: --skip-chars: --check-chars: max=1",
  ],
  ["xxd", "-abeEiprux -c: -g: -l: -o: -s: -n: max=1"],
  [
    "tree",
    "-adfhpsugDCAnrtcvUJXNQFixS -L: -I: -P: --noreport --dirsfirst --filesfirst --du --prune --filelimit: --gitignore --matchdirs --ignore-case --sort: --charset:",
  ],
  [
    "file",
    "-bhiIknNprsSvzZ --brief --mime --mime-type --mime-encoding --no-dereference --keep-going -e: -F: -P:",
  ],
  [
    "diff",
    "-abBcdeEiNnpqstTuwyZ# -U: -C: -W: -x: -I: -L: --brief --unified --unified: --context: --side-by-side --color --color: --ignore-all-space --ignore-space-change --ignore-blank-lines --ignore-case --new-file --text --label: --width: --suppress-common-lines --strip-trailing-cr --exclude: --minimal --report-identical-files --show-c-function --normal",
  ],
  [
    "jq",
    "-aceCjMnrRsS -e --arg:: --argjson:: --tab --indent: --raw-output --raw-input --compact-output --slurp --null-input --sort-keys --exit-status --join-output --color-output --monochrome-output --ascii-output pattern",
  ],
  [
    "date",
    "-uIR -d: -r@ --date: --utc --universal --reference@ --iso-8601 --iso-8601: --rfc-3339: --rfc-email text",
  ],
  ["ps", "-aAdefFHjlLMNTuwxcr -o: -p: -C: -U: -G: -t: --forest --sort: --no-headers --pid: --ppid: text"],
  ["unzip", "-lvtqZ1"],
  ["getconf", "-a text"],
];

/** By program: what it may be given to run unasked. Some have rules of their own on top, in `looks-only.ts`. */
export const readerTables: ReadonlyMap<string, OptionTable> = new Map(
  groups.flatMap(([names, text]) => {
    const table = optionTable(text);
    return names.split(" ").map((name) => [name, table] as const);
  }),
);

/** Programs that say their version without looking at the project. */
export const saysVersion =
  /^(node|nodejs|python|python2|python3|ruby|perl|php|lua|bun|deno|git|bash|sh|zsh|gcc|g\+\+|clang|java|javac|jq|rg|fd|curl|wget|make|cmake|tar|docker|sqlite3|gawk|awk|sed|grep|find|tsc|vim|nvim|ssh|openssl)$/;

/** Expressions of `find` that only test and print. */
export const findLooks =
  /^(-(name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|type|xtype|size|empty|mtime|mmin|atime|amin|ctime|cmin|newer\w*|anewer|cnewer|perm|user|group|uid|gid|nouser|nogroup|links|inum|samefile|readable|writable|executable|maxdepth|mindepth|depth|d|prune|quit|print|print0|printf|ls|not|a|and|o|or|true|false|mount|xdev|daystart|noleaf|P|O\d|warn|nowarn|ignore_readdir_race|used|fstype)|[()!,]|\\[()!])$/;

/** Values of those expressions that are paths. */
export const findPaths = /^-(newer\w*|anewer|cnewer|samefile)$/;
/** Those that have a value. */
export const findValues =
  /^-(name|iname|path|ipath|wholename|iwholename|regex|iregex|regextype|type|xtype|size|mtime|mmin|atime|amin|ctime|cmin|perm|user|group|uid|gid|links|inum|maxdepth|mindepth|printf|used|fstype)$/;
