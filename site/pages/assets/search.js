// The search of the site, in place of the theme's worker and with its messages: SETUP 0, READY 1, QUERY 2, RESULT 3.
// Substrings, folded in width, case and accents: right for law, and Chinese needs no segmenter.
// The index is asked for with the first query: most readers of a page do not search.
// A provision named in any language (第九條(七)項, 第九条第七项, art. 9, 7), alínea 7) do artigo 9.º, 第9條) is looked up by
// its eId.
"use strict";
let docs = [], titles = {}, simplified = {}, address = "", loading;

const folds = new Map(); // characters that were met: they come again and again
function foldChar(c) {
  if (!folds.has(c)) {
    const plain = c.normalize("NFKD").replace(/\p{M}/gu, "").toLowerCase();
    folds.set(c, [...plain].map(x => simplified[x] || x).join(""));
  }
  return folds.get(c);
}
function fold(text) { // and where each folded character comes from
  let out = "";
  const map = [];
  for (let i = 0; i < text.length; i++) {
    const folded = foldChar(text[i]);
    for (let j = 0; j < folded.length; j++) map.push(i);
    out += folded;
  }
  map.push(text.length);
  return { out, map };
}
const escape_ = s => s.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" }[c]));

// ── Provisions by name ──────────────────────────────────────────────────────

const DIGITS = "零一二三四五六七八九";
function number(text) {
  if (/^\d+$/.test(text)) return Number(text);
  let total = 0, digit = 0;
  for (const c of text) {
    const unit = { "十": 10, "百": 100, "千": 1000, "萬": 10000 }[c];
    if (unit) { total += (digit || 1) * unit; digit = 0; } else digit = Math.max(0, DIGITS.indexOf(c.replace("〇", "零")));
  }
  return total + digit;
}
const N = "([0-9]+|[零〇一二三四五六七八九十百千萬]+)";
const ARTICLE = new RegExp(`第\\s*${N}\\s*(?:-([a-z]))?\\s*[條条](?:之\\s*${N})?|(?<![\\p{L}])(?:artigos?|articles?|art)\\b\\.?\\s*([0-9]+)\\s*\\.?\\s*[ºo°]?(?:-([a-z])\\b)?`, "u");
const BELOW = new RegExp(`^[\\s,]*(?:第\\s*${N}\\s*款|(?:n\\.?\\s*[ºo°]|paragraph|number|no\\.?)\\s*([0-9]+)|(?:sub)?item\\s*([0-9]+)\\b|(?:(?:sub)?alinea|point)?\\s*\\(?${N}\\)分?[項项]?|第\\s*\\(?${N}\\)?\\s*分?[項项])`, "u");
const ABOVE = /(?:(?:subalinea|subitem)\s*\(?([0-9]+)\)?\s*(?:da|of)\s+)?(?:(?:alinea|item)\s*([0-9]+)\)?\s*(?:do|of)\s+)?(?:(?:n\.?\s*[ºo°]|paragraph)\s*([0-9]+)\s*(?:do|of)\s+)?(?:o\s+)?$/u;

// «9(7)», «9.º, 7)», «18.2»: below an article of which the kind is not said.
const BARE = /^\s*(\d+)\s*(?:\.?\s*[ºo°]\s*,?)?\s*((?:\(\d+\)\s*)+|[.]\d+|,?\s*\d+\))\s*$/;

function provision(query) { // eId named in a query, with `any` for a kind that is not said, and what is left of it
  const text = query.normalize("NFKC").toLowerCase().normalize("NFD").replace(/\p{M}/gu, "");
  const bare = BARE.exec(text);
  if (bare) return { eid: `art_${bare[1]}` + bare[2].match(/\d+/g).map(n => `__any_${n}`).join(""), rest: "" };
  const found = ARTICLE.exec(text);
  if (!found) return { eid: "", rest: query };
  const letter = found[3] ? String.fromCharCode(64 + number(found[3])) : (found[2] || found[5] || "").toUpperCase();
  let eid = `art_${number(found[1] || found[4])}${letter ? "-" + letter : ""}`;
  let rest = text.slice(found.index + found[0].length), below;
  const before = text.slice(0, found.index), above = ABOVE.exec(before); // «subalínea (4) da alínea 7) do artigo 9.º»
  eid += (above[3] ? `__para_${above[3]}` : "") + (above[2] ? `__point_${above[2]}` : "") + (above[1] ? `__point_${above[1]}` : "");
  while ((below = BELOW.exec(rest))) {
    eid += below[1] || below[2] ? `__para_${number(below[1] || below[2])}` : `__point_${number(below[3] || below[4] || below[5])}`;
    rest = rest.slice(below[0].length);
  }
  return { eid, rest: before.slice(0, above.index) + " " + rest };
}
const isUnder = (eid, top) => new RegExp(`^${top.replaceAll("any", "(?:para|point)")}(?:__|$)`).test(eid || "");

// ── Searching ───────────────────────────────────────────────────────────────

function termsOf(query) {
  return [...query.matchAll(/"([^"]+)"|(\S+)/g)].map(m => fold((m[1] ?? m[2]).replace(/["*+~^,;:，、；：。]/g, "")).out).filter(Boolean);
}
function spelt(text, terms) { // terms as the text writes them, in whatever script they were typed
  const { out, map } = fold(text);
  return terms.map(t => out.indexOf(t) < 0 ? "" : text.slice(map[out.indexOf(t)], map[out.indexOf(t) + t.length - 1] + 1)).filter(Boolean);
}
function marked(text, terms, context) { // all hits marked; cut to a window round the first
  const { out, map } = fold(text), hits = [];
  for (const t of terms) for (let i = out.indexOf(t); i >= 0; i = out.indexOf(t, i + t.length)) hits.push([map[i], map[i + t.length - 1] + 1]);
  hits.sort((a, b) => a[0] - b[0]);
  let from = 0, to = text.length;
  if (context && hits.length) { from = Math.max(0, hits[0][0] - context); to = Math.min(text.length, hits[0][0] + 3 * context); }
  else if (context) to = Math.min(to, 3 * context);
  let result = from > 0 ? "…" : "", place = from;
  for (const [start, end] of hits) {
    if (start < place || end > to) continue;
    result += escape_(text.slice(place, start)) + "<mark data-md-highlight>" + escape_(text.slice(start, end)) + "</mark>";
    place = end;
  }
  return result + escape_(text.slice(place, to)) + (to < text.length ? "…" : "");
}
function scoreOf(doc, terms, eid) {
  const inTitle = terms.filter(t => doc.foldedTitle.includes(t)).length;
  const inText = terms.reduce((n, t) => n + Math.min(3, doc.foldedText.split(t).length - 1) / 10, 0);
  const law = doc.eid ? 12 : 0; // provisions before pages about them
  return 1 + law + 10 * inTitle / Math.max(1, terms.length) + inText + (eid && isUnder(doc.eid, eid) && doc.eid.split("__").length === eid.split("__").length ? 20 : 0);
}
// Other endings of words are tried where nothing else is found: «qualifies» for «qualified».
const stem = term => /^[a-z]{6,}$/.test(term) ? term.slice(0, Math.max(5, term.length - 3)) : term;

function search(query) {
  const found = searched(query, termsOf(query));
  return found.items.length ? found : searched(query, termsOf(query).map(stem));
}
function searched(query, whole) {
  const named = provision(query), terms = termsOf(named.rest);
  const groups = new Map();
  for (const doc of docs) {
    const byName = named.eid && isUnder(doc.eid, named.eid) && terms.every(t => doc.all.includes(t));
    if (!byName && !(whole.length && whole.every(t => doc.all.includes(t)))) continue;
    const used = byName ? terms : whole, page = doc.location.split("#")[0];
    if (!groups.has(page)) groups.set(page, []);
    groups.get(page).push({ doc, used, score: scoreOf(doc, used, byName ? named.eid : "") });
  }
  const best = hits => Math.max(...hits.map(hit => hit.score));
  // Of a short query nearly all is found: only what is shown is marked.
  const shown = [...groups].sort(([, a], [, b]) => best(b) - best(a)).slice(0, 60);
  return { items: shown.map(([page, hits]) => itemsOf(page, hits)) };
}
function itemsOf(page, hits) { // the hits of a page, the best first, and the page itself
  const items = hits.map(({ doc, used, score }) => ({
    location: doc.location, title: marked(doc.title, used, 0), text: `<p>${marked(doc.text, used, 40)}</p>`, score,
    terms: Object.fromEntries(spelt([doc.title, doc.text, doc.alt || ""].join("\n"), used).map(t => [t, true])),
  }));
  if (!items.some(i => i.location === page)) {
    items.push({ location: page, title: escape_(titles[page] || page), text: "", score: 0, terms: Object.assign({}, ...items.map(i => i.terms)) });
  }
  return items.sort((a, b) => b.score - a.score);
}
function prepared(doc) {
  const foldedTitle = fold(doc.title).out, foldedText = fold(doc.text).out;
  return { ...doc, foldedTitle, foldedText, all: [foldedTitle, foldedText, doc.alt ? fold(doc.alt).out : ""].join("\n") };
}
async function load() {
  const index = await (await fetch(address)).json();
  simplified = index.config.simplified;
  titles = index.config.titles;
  docs = index.docs.map(prepared);
}
let latest = 0;
addEventListener("message", async ({ data: message }) => {
  if (message.type === 0) {
    address = new URL(message.data.config.index, self.location.href).href;
    postMessage({ type: 1 });
  } else if (message.type === 2) {
    const number = ++latest;
    await (loading ??= load().catch(failure => { loading = null; throw failure; })); // the next query asks again
    if (number === latest) postMessage({ type: 3, data: search(message.data) });
  }
});
