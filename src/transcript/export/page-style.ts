/** How an exported page looks: light or dark as the reader's system is, and light on paper. Fonts are the system's. */
export const pageStyle = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --text: #1d1f23; --soft: #62666e; --rule: #dcdfe4; --raised: #f5f6f8;
  --accent: #2456b8; --good: #1d7a3d; --bad: #b3261e; --warn: #8a5a00;
  --add: #e2f5e7; --del: #fce8e6; --found: #ffe28a;
  --keyword: #8a2a8f; --string: #1d6f42; --number: #9a4a00; --comment: #6a6f78; --name: #1f55b5;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #16181c; --text: #e4e6ea; --soft: #9aa0aa; --rule: #32363d; --raised: #1f2228;
    --accent: #8ab4ff; --good: #7ccf95; --bad: #ff9a91; --warn: #e5b567;
    --add: #16341f; --del: #3f1d1b; --found: #6b5400;
    --keyword: #d8a0e0; --string: #9ad3a6; --number: #e8b183; --comment: #8b919b; --name: #93bbff;
  }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 56rem; padding: 1.5rem 1rem 4rem; background: var(--back); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: break-word; }
h1 { font-size: 1.5rem; line-height: 1.25; margin: 0 0 .75rem; }
h2 { font-size: .95rem; margin: 0 0 .4rem; }
h3, h4, h5, h6 { font-size: 1.05rem; margin: 1.1rem 0 .4rem; }
header { margin-bottom: 1rem; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(15rem, 1fr)); gap: .3rem 1.5rem; margin: 0; font-size: .85rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
.facts, .address, .label, .file, figcaption, footer, small { color: var(--soft); font-size: .8rem; font-weight: normal; }
.here { color: var(--soft); text-decoration: none; opacity: .4; } .here:hover, .here:focus { opacity: 1; }
a { color: var(--accent); overflow-wrap: anywhere; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 2px; }
#tools { position: sticky; top: 0; z-index: 1; display: flex; flex-wrap: wrap; gap: .4rem; align-items: center; margin: 1rem 0;
  padding: .5rem 0; background: var(--back); border-bottom: 1px solid var(--rule); }
#tools[hidden] { display: none; }
#find { flex: 1 1 12rem; }
input, button { font: inherit; font-size: .9rem; padding: .25rem .6rem; color: inherit; background: var(--raised);
  border: 1px solid var(--rule); border-radius: .35rem; }
button { cursor: pointer; }
article { margin: 0 0 1rem; scroll-margin-top: 4rem; }
article.user { padding: .7rem 1rem; background: var(--raised); border-left: 3px solid var(--accent); border-radius: .35rem; }
.said, .plain { white-space: pre-wrap; }
.notice { font-size: .9rem; color: var(--soft); } .notice.warning b { color: var(--warn); } .notice.error b { color: var(--bad); }
.notice p { margin: 0; white-space: pre-wrap; }
details { border: 1px solid var(--rule); border-radius: .35rem; }
summary { padding: .35rem .7rem; cursor: pointer; font-size: .9rem; }
summary .title { font-family: ui-monospace, monospace; font-size: .85em; overflow-wrap: anywhere; }
.inside { padding: 0 .7rem .7rem; }
.label, .file { margin: .6rem 0 .2rem; }
.done .sign { color: var(--good); } .odd .sign { color: var(--warn); } .failed .sign { color: var(--bad); } .declined .sign, .interrupted .sign { color: var(--warn); }
pre { margin: .4rem 0; padding: .6rem .8rem; max-height: 32rem; overflow: auto; background: var(--raised); border-radius: .35rem;
  font: .82rem/1.45 ui-monospace, monospace; tab-size: 4; }
code { font-family: ui-monospace, monospace; }
:not(pre) > code { padding: .1em .3em; font-size: .88em; background: var(--raised); border-radius: .25rem; }
blockquote { margin: .5rem 0; padding-left: .9rem; border-left: 3px solid var(--rule); color: var(--soft); }
.wide { overflow-x: auto; } table { border-collapse: collapse; font-size: .9rem; }
th, td { padding: .25rem .6rem; border: 1px solid var(--rule); text-align: start; } .right { text-align: end; } .center { text-align: center; }
hr { border: 0; border-top: 1px solid var(--rule); }
figure { margin: .5rem 0; } img { max-width: 100%; max-height: 30rem; border: 1px solid var(--rule); }
.add { background: var(--add); } .del { background: var(--del); } .hunk { color: var(--soft); }
.hljs-keyword, .hljs-name, .hljs-selector-tag, .hljs-doctag { color: var(--keyword); }
.hljs-string, .hljs-regexp, .hljs-symbol, .hljs-link { color: var(--string); }
.hljs-number, .hljs-literal { color: var(--number); }
.hljs-comment, .hljs-quote, .hljs-meta { color: var(--comment); }
.hljs-title, .hljs-type, .hljs-built_in, .hljs-attr, .hljs-attribute, .hljs-section { color: var(--name); }
::highlight(found) { background: var(--found); }
::highlight(here) { background: var(--accent); color: var(--back); }
footer { margin-top: 2rem; border-top: 1px solid var(--rule); padding-top: .5rem; }
@media print {
  :root { color-scheme: light; --back: #fff; --text: #000; --soft: #444; --rule: #bbb; --raised: #f4f4f4; --accent: #000;
    --good: #000; --bad: #000; --warn: #000; --add: #eee; --del: #fff; --keyword: #000; --string: #333; --number: #333; --comment: #555; --name: #000; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  #tools, .here { display: none !important; }
  pre { max-height: none; overflow: visible; white-space: pre-wrap; overflow-wrap: anywhere; border: 1px solid var(--rule); }
  h2, summary { break-after: avoid; } figure, tr { break-inside: avoid; }
  .text a::after { content: " (" attr(href) ")"; color: var(--soft); font-size: .85em; }
}
`;
