/**
 * What an exported page can do: find text, open and close, go from message to message. It makes no element and reads no
 * HTML: what is found is marked by ranges. It must not hold the end tag of a script.
 */
export const pageScript = `
"use strict";
(() => {
  const get = (id) => document.getElementById(id);
  const tools = get("tools"), find = get("find"), count = get("found");
  const articles = [...document.querySelectorAll("main > article")];
  const most = 2000;
  let hits = [], at = -1;
  tools.hidden = false;

  const paint = (name, ranges) => {
    if (typeof Highlight === "undefined" || !CSS.highlights) return;
    CSS.highlights.set(name, new Highlight(...ranges));
  };
  const openAround = (node) => {
    for (let box = node.parentElement; box !== null; box = box.parentElement)
      if (box.tagName === "DETAILS") box.open = true;
  };
  const search = () => {
    const wanted = find.value.toLowerCase();
    hits = []; at = -1;
    if (wanted.trim() !== "") for (const article of articles) {
      if (hits.length >= most) break;
      const walker = document.createTreeWalker(article, NodeFilter.SHOW_TEXT);
      const nodes = [], starts = [];
      let text = "";
      for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
        nodes.push(node); starts.push(text.length); text += node.data;
      }
      const small = text.toLowerCase();
      const lower = small.length === text.length ? small : text;
      const place = (offset) => {
        let low = 0, high = nodes.length - 1;
        while (low < high) {
          const middle = (low + high + 1) >> 1;
          if (starts[middle] <= offset) low = middle; else high = middle - 1;
        }
        return [nodes[low], offset - starts[low]];
      };
      for (let from = lower.indexOf(wanted); from !== -1 && hits.length < most; from = lower.indexOf(wanted, from + wanted.length)) {
        const range = document.createRange();
        range.setStart(...place(from));
        const [last, end] = place(from + wanted.length - 1);
        range.setEnd(last, end + 1);
        hits.push(range);
      }
    }
    paint("found", hits); paint("here", []);
    say();
  };
  const say = () => {
    count.textContent = find.value.trim() === "" ? "" : hits.length === 0 ? tools.dataset.none
      : (at === -1 ? "" : at + 1 + " " + tools.dataset.of + " ") + hits.length + (hits.length >= most ? "+" : "");
  };
  const step = (by) => {
    if (hits.length === 0) return;
    at = at === -1 ? (by > 0 ? 0 : hits.length - 1) : (at + by + hits.length) % hits.length;
    const range = hits[at];
    openAround(range.startContainer);
    paint("here", [range]);
    range.startContainer.parentElement.scrollIntoView({ block: "center" });
    say();
  };
  const setAll = (isOpen) => { for (const box of document.querySelectorAll("details")) box.open = isOpen; };
  const message = (by) => {
    const said = articles.filter((one) => one.classList.contains("user"));
    const tops = said.map((one) => one.getBoundingClientRect().top);
    const line = 80;
    const next = by > 0 ? tops.findIndex((top) => top > line) : tops.findLastIndex((top) => top < line - 20);
    if (next !== -1) said[next].scrollIntoView({ block: "start" });
  };

  let timer = 0;
  find.addEventListener("input", () => { clearTimeout(timer); timer = setTimeout(search, 120); });
  tools.addEventListener("submit", (event) => { event.preventDefault(); step(1); });
  get("previous").addEventListener("click", () => step(-1));
  get("open").addEventListener("click", () => setAll(true));
  get("close").addEventListener("click", () => setAll(false));
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target === find) {
      if (event.key === "Enter") { event.preventDefault(); clearTimeout(timer); if (at === -1) search(); step(event.shiftKey ? -1 : 1); }
      if (event.key === "Escape") { find.value = ""; search(); find.blur(); }
      return;
    }
    if (event.key === "/") { event.preventDefault(); find.focus(); find.select(); }
    if (event.key === "n") step(1);
    if (event.key === "N") step(-1);
    if (event.key === "j") message(1);
    if (event.key === "k") message(-1);
  });
  let before = [];
  addEventListener("beforeprint", () => {
    before = [...document.querySelectorAll("details:not([open])")];
    for (const box of before) box.open = true;
  });
  addEventListener("afterprint", () => { for (const box of before) box.open = false; });
})();
`;
