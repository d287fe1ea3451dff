import { test } from "bun:test";
import { mkdirSync, writeFileSync, chmodSync } from "node:fs";
import { join } from "node:path";
import { makeProject } from "../support/project.ts";
import { launch } from "../support/terminal.ts";
import { COMPILED, NODE, REIN } from "./start.ts";
const nobody = Object.fromEntries(["OLLAMA", "LMSTUDIO", "LLAMACPP", "VLLM"].map((n) => [`${n}_BASE_URL`, "http://127.0.0.1:9/v1"]));
async function run(name: string, files: Record<string,string|Uint8Array>, opts: any = {}, act?: (t:any, p:any)=>Promise<void>) {
  await using p = await makeProject();
  const dir = join(p.home, ".config/rein"); mkdirSync(join(dir,"themes"), {recursive:true, mode:0o700});
  writeFileSync(join(dir,"state.json"), '{"welcomeShown":true}', {mode:0o600});
  for (const [f,c] of Object.entries(files)) writeFileSync(join(dir,f), c, {mode:0o600});
  await using t = launch({command:NODE,args:[REIN,...(opts.args??[])],cwd:p.folder,env:{...p.env,...COMPILED,...nobody,...(opts.env??{})},cols:opts.cols??90,rows:opts.rows??24});
  try { await t.ready({within:8000}); await t.idle(1200,{within:6000}).catch(()=>{}); if(act) await act(t,p); } catch(e:any) { console.log("!!", String(e.message).slice(0,200)); }
  console.log(`=== ${name}\n`+t.screen().join("\n").trimEnd().slice(0,1900));
  if (/\x1b\]52|EVIL|\x1b\[31mX/.test(t.raw())) console.log("!!! ESC leaked");
}


const say1 = async (t:any) => { t.type("/theme "); await t.idle(200); t.press("enter"); await t.idle(400); console.log(t.screen().slice(-12).join("\n")); t.press("escape"); await t.idle(300); t.type("hello"); await t.waitFor(/> hello/); t.press("enter"); await t.idle(800); };
test("env", async () => {
  for (const [n,env] of Object.entries({dumb:{TERM:"dumb"}, nocolor:{NO_COLOR:"1"}, tmux:{TMUX:"/tmp/x,1,0",TERM:"screen-256color"}, screen:{STY:"1.x",TERM:"screen"}, ssh:{SSH_CONNECTION:"1 2 3 4",TERM:"xterm"}, linux:{TERM:"linux"}, noterm:{TERM:""}, ct:{COLORTERM:"nonsense"}})) {
    await run("env "+n, {}, {env, rows:30, cols:80}, async t => { t.type("/doctor "); await t.idle(200); t.press("enter"); await t.idle(2500); console.log(n, t.screen().slice(0,14).join("\n")); t.press("q"); await t.idle(300); t.type("hi"); await t.waitFor(/> hi/); if (n==="nocolor"||n==="dumb") console.log("SGR colours:", /\x1b\[(3|4|9)\d/.test(t.raw()), "any sgr", /\x1b\[\d*m/.test(t.raw())); if (n==="screen"||n==="tmux") console.log("OSC8", t.raw().includes("\x1b]8;"), "2026", t.raw().includes("?2026h"), JSON.stringify(t.raw().match(/\x1b\][^\x07\x1b]*/g)), JSON.stringify(t.raw().match(/\x1b\[[>?]\d[^a-zA-Z]*[a-zA-Z]/g)?.slice(0,14)));});
  }
}, 200000);
test("sizes", async () => {
  for (const [cols,rows] of [[20,6],[300,80],[19,5],[2,2],[1,1]]) await run(`size ${cols}x${rows}`, {}, {cols,rows}, async t => {
    for (const c of ["/help","/keys","/doctor","/doctor keys","/theme","/sessions"]) { t.type(c+" "); await t.idle(150); t.press("enter"); await t.idle(c==="/doctor"?1500:400); if (cols<=20) console.log(`-- ${c}\n`+t.screen().map((l:string)=>"|"+l).join("\n")); if (c==="/keys"||c==="/doctor") t.press("q"); else {t.press("escape"); await t.idle(100); t.press("escape");} await t.idle(200);} t.type("?"); await t.idle(200); console.log(t.screen().map((l:string)=>"|"+l).join("\n").slice(0,900)); t.press("escape"); });
}, 200000);
