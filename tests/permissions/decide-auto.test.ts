import { describe, expect, test } from "bun:test";
import { decide, run } from "./ask-policy.ts";

describe("auto mode", () => {
  test.each([
    ["ls -la src"],
    ["git status && git diff HEAD~1 | head -50"],
    ["npm test 2>&1 | tail -20"],
    ["npm run build -- --mode production"],
    ["grep -rn 'a (b)' src | sort -u | wc -l"],
    ["cat /repo/src/a.ts"],
    ["sed -n 1,20p src/a.ts"],
    ["python3 -m pytest tests"],
    ["cargo test; go vet ./pkg"],
    ["mkdir -p src/new && touch src/new/a.ts"],
    ["git commit -m 'Fix the (rare) fault'"],
    ["find . -name '*.ts'"],
    ["ls src/*.ts"],
    ["ls *"],
    ["cat '~/x'"],
    ["echo x > a.txt"],
    ['for f in src/*.ts; do wc -l "$f"; done'],
  ])("%p runs", (command) => {
    expect(run(command, { mode: "auto" }).verdict).toBe("allow");
  });

  test.each([
    ["rm x"],
    ["sudo ls"],
    ["cat /etc/passwd"],
    ["cat ../x"],
    ["cat ~/x"],
    ["rg x *"],
    ["ls /*"],
    ["ls $HOME"],
    ["echo x > ../a.txt"],
    ["echo x > .envrc"],
    ["cat <<E"],
    ["sleep 1 &"],
    ["echo hi | sh"],
    ["echo hi | python3"],
    ["node -e 'x'"],
    ["node"],
    ["python3 -m http.server"],
    ["./run.sh"],
    ["/usr/bin/ls"],
    ["curl example.org"],
    ["git push"],
    ["git -c core.pager=x log"],
    ["git checkout ."],
    ["git config user.name x"],
    ["git log --output=x"],
    ["npm install"],
    ["npx x"],
    ["xargs ls"],
    ["eval ls"],
    ["source x"],
    [". x"],
    ["exec ls"],
    ["env ls"],
    ["kill 1"],
    ["chmod -R 777 ."],
    ["find . -exec x"],
    ["rg --pre x y"],
    ["sort -o a b"],
    ["make SHELL=x"],
    ["gcc -I/usr/include a.c"],
    ["tar xf a.tar"],
    ["grep x --file=/etc/passwd"],
    ["cat .env"],
    ["cat .e*"],
    ["cp a .git/hooks/pre-commit"],
    ["mkdir .git/hooks"],
    ["cd .git && touch hooks/pre-commit"],
    ["touch .envrc"],
    ["cd && ls"],
    ["cd - && ls"],
    ["cd .. && ls"],
    ["date -s 12:00"],
    ["sed -i s/a/b/ x"],
    ["sed '1e id' x"],
    ["awk '{print > $1}' x"],
    ["ln -s / x"],
    ["PATH=. ls"],
    ["printf -v x y"],
    ["unknown-program"],
    ["rg x https://example.org"],
  ])("%p asks", (command) => {
    const decision = run(command, { mode: "auto" });
    expect(decision.verdict).toBe("ask");
    expect(decision.reasons.join()).not.toBe("it runs a command");
  });

  test("a command in a folder outside the project asks", () => {
    const decision = decide({ type: "execute", command: "ls", cwd: "/tmp" }, { mode: "auto" });
    expect(decision.verdict).toBe("ask");
  });
});
