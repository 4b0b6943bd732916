// The Play page: puts what the engine offers into the form, asks it (in a worker, loaded on first use) how the round
// stands, and shows the answer. Whatever depends on the rules comes from the engine; see engine/lexludi/site/browser.py.
const data = JSON.parse(document.getElementById("lx-play-data").textContent);
const root = document.getElementById("lx-play");
const form = root.querySelector("form");
const MAX_LINK = 20_000;
const MAX_PLAIN = 2_000;

const slot = name => root.querySelector(`[data-slot="${name}"]`);
const control = name => form.elements[name] ?? root.querySelector(`[name="${name}"]`);
const say = (key, words = {}) => data.say[key].replace(/\{(\w+)\}/g, (_, name) => words[name]);

function el(name, attributes = {}, ...children) {
  const element = document.createElement(name);
  for (const [key, value] of Object.entries(attributes)) {
    if (key.startsWith("on")) element.addEventListener(key.slice(2), value);
    else if (value === true) element.setAttribute(key, "");
    else if (value !== false && value !== null && value !== undefined) element.setAttribute(key, value);
  }
  element.append(...children.filter(child => child !== null && child !== undefined));
  return element;
}

// ── The engine ──────────────────────────────────────────────────────────────

let worker = null;
let questions = 0;
const waiting = new Map();

function engine() {
  if (worker) return worker;
  worker = new Worker(new URL("play-worker.js", import.meta.url), { type: "module" });
  worker.addEventListener("message", ({ data: { id, answer, failure } }) => {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    failure === undefined ? resolve(answer) : reject(new Error(failure));
  });
  worker.addEventListener("error", event => {
    event.preventDefault();
    for (const { reject } of waiting.values()) reject(new Error(event.message || "worker"));
    waiting.clear();
    worker = null;
  });
  ask("start").catch(() => {});
  return worker;
}

function ask(kind, question) {
  const id = ++questions;
  const answered = new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
  (worker ?? engine()).postMessage({ id, ask: kind, game: question && current(), question });
  return answered;
}

// ── What has been chosen ────────────────────────────────────────────────────

let plan = null;      // what the engine offers for this game
let signs = new Map(); // sign and name of each object, by symbol
let acts = [];        // what was done after the deal
let objects = null;   // the objects chosen so far; null while chance decides
let last = null;      // the last answer
let earlier = [];     // the rounds before this one with the same objects: actions, and objects if they were chosen
let finished = null;  // this round as one of those, once it is over
let kept = [];        // the bets that stand in this round from the one before
let seed = null;      // of the rounds so far
let looking = 0;      // the number of an earlier round that is looked at
let records = [];     // the records of the rounds so far, as far as they are there

const chosenGame = () => data.games.find(game => game.name === control("game").value);

function current() {
  const game = chosenGame();
  const path = game.texts[control("text").value];
  return { name: path, version: game.version, path };
}

function settings(kind) {
  const chosen = [...slot("settings").querySelectorAll(`[data-kind="${kind}"]`)];
  const changed = chosen.filter(input => input.value.trim() !== input.dataset.default);
  return Object.fromEntries(changed.map(input => [input.name.slice(2), input.value.trim()]));
}

function placedBets() {
  return rows("bets").map(row => {
    const { holder, bettor } = plan.places[row.place.value] ?? plan.places[0];
    const bet = { action: "bet", bettor, holder, bet: row.bet.value, stake: written(row.stake.value) };
    return row.naming && !row.naming.closest("label").hidden ? { ...bet, naming: row.naming.value.trim().replace(/\s*([+/])\s*/g, "$1") } : bet;
  });
}

// An amount as the engine reads it. With two decimals at most, a mark never stands between thousands, in any language.
const written = text => text.trim().replace(",", ".");
const isAmount = text => /^\d+(?:[.,]\d{1,2})?$/.test(text.trim()) && Number(written(text)) > 0;

function incidents() {
  return rows("incidents").map(row => {
    const [kind, id] = row.event.value.split("/");
    const after = Number.parseInt(row.after.value, 10) || 0;
    if (kind === "act") return { action: "act", act: id, bettor: bettorAt(row.where.value) };
    return { action: "irregularity", event: id, after, ...(row.where.value ? { holder: row.where.value } : {}) };
  });
}

const bettorAt = holder => (plan.places.find(place => place.holder === holder) ?? plan.places[0]).bettor;

function question() {
  const byChance = control("chance").value === "seed";
  const given = Number(control("seed").value.trim() || NaN);
  const stands = bet => kept.some(one => ["bettor", "holder", "bet", "naming"].every(name => (one[name] ?? "") === (bet[name] ?? "")));
  const before = [...placedBets().filter(bet => !stands(bet)), ...incidents(), ...(plan.betting ? [{ action: "deal" }] : [])];
  return {
    game: current().name,
    language: data.language,
    options: settings("option"),
    readings: settings("reading"),
    actions: [...before, ...acts],
    seed: !byChance ? null : Number.isSafeInteger(given) && given >= 0 ? given : last?.seed ?? seed,
    objects: byChance ? null : objects ?? [],
    ...(earlier.length ? { rounds: shortened(earlier) } : {}),
    seen_by: byChance ? last?.decisions?.[0]?.bettor ?? plan.places[rows("bets")[0]?.place.value]?.bettor ?? "" : "",
  };
}

// Rounds by chance in which the same was done, as one entry with their number.
function shortened(rounds) {
  const out = [];
  for (const round of rounds) {
    const before = out.at(-1);
    if (before && !round.objects && !before.objects && JSON.stringify(before.actions) === JSON.stringify(round.actions)) before.times += 1;
    else out.push({ ...round, times: 1 });
  }
  return out;
}

const lengthened = rounds => rounds.flatMap(({ times = 1, ...round }) => Array.from({ length: Math.min(times, 500) }, () => round));

// ── The form ────────────────────────────────────────────────────────────────

const select = (name, entries, chosen) => el("select", { name }, ...entries.map(([value, label]) =>
  el("option", { value, selected: String(value) === String(chosen) }, label)));

const field = (label, input, ...more) => el("label", { class: "lx-field" }, el("span", { class: "lx-field-name" }, label), input, ...more);

const link = ({ eid, cited }) => el("a", { class: "lx-cite", href: plan.links[eid] || null }, cited);

function rows(name) {
  return [...slot(name).children].map(row => Object.fromEntries(
    [...row.querySelectorAll("select, input")].map(input => [input.name, input])));
}

function removable(row, what) {
  const remove = el("button", { type: "button", class: "lx-button lx-remove", "aria-label": say("remove", { what: what() }) }, "✕");
  remove.addEventListener("click", () => {
    const next = row.nextElementSibling ?? row.previousElementSibling;
    row.remove();
    (next?.querySelector("select, input") ?? form.querySelector('[type="submit"]')).focus();
    changed();
  });
  row.addEventListener("change", () => remove.setAttribute("aria-label", say("remove", { what: what() })));
  row.append(remove);
}

function addBet(chosen = {}) {
  const kind = () => plan.bets.find(bet => bet.id === bets.value) ?? plan.bets[0];
  const bets = select("bet", plan.bets.map(bet => [bet.id, bet.label]), chosen.bet);
  const place = plan.places.findIndex(p => p.holder === (chosen.holder ?? p.holder) && p.bettor === (chosen.bettor ?? p.bettor));
  const places = select("place", plan.places.map((p, index) => [index, p.label]), Math.max(0, place));
  // Names are chosen from a list, or written where there are too many for one: the first is there as an example.
  const listed = el("select", { name: "naming" });
  const typed = el("input", { name: "naming", size: 24, required: true });
  const named = field(say("naming"), listed);
  const stake = el("input", { name: "stake", inputmode: "decimal", value: chosen.stake ?? "10", size: 6, required: true });
  const offer = () => {
    const { naming, is_listed: isListed } = kind();
    listed.replaceChildren(...(isListed ? naming : []).map(item => el("option", { value: item.id }, item.label)));
    typed.value = isListed ? "" : naming[0].label;
    named.lastChild.replaceWith(isListed ? listed : typed);
    named.hidden = !naming.length;
  };
  offer();
  if (chosen.naming) named.lastChild.value = chosen.naming;
  bets.addEventListener("change", offer);
  const row = el("div", { class: "lx-row", role: "group" });
  if (plan.places.length > 1) row.append(field(say("place"), places));
  else row.append(el("span", { hidden: true }, places));
  row.append(field(say("bet"), bets), named, field(say("stake"), stake));
  removable(row, () => kind().label);
  slot("bets").append(row);
  return row;
}

function addIncident(chosen = {}) {
  const value = chosen.action === "act" ? `act/${chosen.act}` : `event/${chosen.event ?? plan.events[0]?.id}`;
  const known = [...plan.events.map(e => [`event/${e.id}`, e.label]), ...plan.acts.map(a => [`act/${a.id}`, a.label])];
  const events = select("event", known, value);
  const holder = chosen.action === "act" ? plan.places.find(p => p.bettor === chosen.bettor)?.holder : chosen.holder;
  const where = select("where", [["", say("nowhere")], ...plan.holders.map(h => [h.id, h.label])], holder ?? "");
  const after = el("input", { name: "after", type: "number", min: 0, max: 9999, value: chosen.after ?? 1 });
  const counted = field(say("after"), after);
  const row = el("div", { class: "lx-row", role: "group" }, field(say("event"), events), field(say("where"), where), counted);
  const offer = () => { counted.hidden = events.value.startsWith("act/"); };
  events.addEventListener("change", offer);
  offer();
  removable(row, () => events.selectedOptions[0]?.textContent ?? "");
  slot("incidents").append(row);
  return row;
}

function setting(parameter, chosen) {
  const attributes = { "data-kind": parameter.kind, "data-default": String(parameter.default) };
  const name = `p.${parameter.id}`;
  let input;
  if (parameter.choices.length) {
    input = select(name, parameter.choices.map(({ value, label }) =>
      [value, value === parameter.default ? `${label} ${say(parameter.is_stance ? "stance" : "default")}` : label]), chosen ?? parameter.default);
  } else {
    input = el("input", { name, type: "number", min: parameter.low, max: parameter.high, value: chosen ?? parameter.default });
  }
  for (const [key, value] of Object.entries(attributes)) input.setAttribute(key, value);
  return el("div", { class: "lx-setting" }, field(parameter.label, input), parameter.eid ? link(parameter) : null);
}

function showPlan(options = {}, readings = {}) {
  signs = new Map(plan.objects.flatMap(kind => kind.rows).flatMap(row => row.objects).map(o => [o.symbol, o]));
  slot("settings").replaceChildren(...plan.parameters.map(p => setting(p, (p.kind === "option" ? options : readings)[p.id])));
  control("add-incident").closest("details").hidden = !plan.events.length && !plan.acts.length;
}

async function read(path) {
  const answer = await fetch(data.files + path);
  if (!answer.ok) throw new Error(`${answer.status} ${path}`);
  return answer.json();
}

// The game's plan as it was made with the site: until settings are changed, no engine is needed for it.
async function openGame(asked = {}) {
  const game = chosenGame();
  for (const option of control("text").options) option.disabled = option.hidden = !(option.value in game.texts);
  if (!(control("text").value in game.texts)) control("text").value = data.language in game.texts ? data.language : Object.keys(game.texts)[0];
  const { path } = current();
  const offered = await read(`${path}.${data.language}.json`);
  if (current().path !== path) return []; // another game has been chosen meanwhile
  plan = offered;
  showPlan(asked.options, asked.readings);
  slot("bets").replaceChildren();
  slot("incidents").replaceChildren();
  forget();
  if (Object.keys({ ...asked.options, ...asked.readings }).length) {
    // What keeps the engine from answering is told when it is asked for the round.
    const answer = await askPlan().catch(() => ({}));
    if (!answer) return [];
    if (answer.plan) adopt(answer.plan);
  }
  for (const part of root.querySelectorAll(".lx-bets")) part.hidden = !plan.betting;
  const actions = asked.actions ?? (plan.betting ? [{ action: "bet" }] : []);
  const dealt = actions.findIndex(action => action.action === "deal");
  for (const action of actions.slice(0, dealt < 0 ? undefined : dealt)) action.action === "bet" ? addBet(action) : addIncident(action);
  clearAnswer();
  root.dataset.game = current().name;
  return dealt < 0 ? [] : actions.slice(dealt + 1);
}

// The plan under the settings that are chosen, or the problem with them; nothing if another game is chosen meanwhile.
async function askPlan() {
  const { path } = current();
  const answer = await ask("plan", { ...question(), actions: [], rounds: [] });
  return current().path === path ? answer : null;
}

function adopt(offered) {
  plan = { ...offered, links: plan.links, parameters: plan.parameters };
}

async function changeSettings() {
  const answer = await askPlan();
  if (!answer) return;
  forget();
  clearAnswer();
  if (answer.problem) { showProblem(answer.problem); return; }
  const bets = placedBets();
  const events = incidents();
  adopt(answer.plan);
  slot("bets").replaceChildren();
  slot("incidents").replaceChildren();
  bets.forEach(addBet);
  events.forEach(addIncident);
}

function restart() {
  acts = [];
  last = null;
  looking = 0;
  if (control("chance").value === "objects") objects = typed();
}

// ── Rounds one after another ────────────────────────────────────────────────

const goesOn = () => Boolean(finished && last?.series?.goes_on);

// The rounds so far are no part of what is played next.
function forget() {
  earlier = [];
  finished = null;
  kept = [];
  seed = null;
  looking = 0;
  records = [];
  showSubmit();
}

function nextRound() {
  const chosen = typed().join(" ");
  if (control("chance").value === "objects" && chosen === (finished.objects ?? []).join(" ")) control("objects").value = "";
  earlier.push(finished);
  ({ seed } = last);
  kept = last.series.kept;
  finished = null;
  restart();
  return play({ focus: true });
}

// The question whose answer is a round before this one, as it was played.
function askedFor(number) {
  const { rounds, ...put } = question();
  const { actions, objects: chosen = null } = earlier[number - 1];
  return { ...put, actions, objects: chosen, rounds: shortened(earlier.slice(0, number - 1)), seen_by: "" };
}

async function lookAt(number) {
  looking = number > earlier.length ? 0 : number;
  const answer = looking ? await ask("play", askedFor(looking)) : last;
  draw(answer, true);
  slot("rounds").querySelector("[aria-current]")?.focus();
}

// Something else is to be done: what is shown answered another question, unless it is said for the next round.
function changed() {
  if (!goesOn()) clearAnswer();
}

function showSubmit() {
  form.querySelector('[type="submit"]').textContent = say(goesOn() ? "next-round" : "deal");
}

function showRounds() {
  const count = earlier.length + 1;
  const at = looking || count;
  const buttons = Array.from({ length: count }, (_, index) => el("button", {
    type: "button", class: "lx-button lx-round", tabindex: index + 1 === at ? 0 : -1, "aria-current": index + 1 === at ? "true" : null,
    "aria-label": say("round", { number: index + 1 }), onclick: () => lookAt(index + 1).catch(showFailure) }, String(index + 1)));
  const list = el("div", { class: "lx-rounds", role: "group", "aria-label": say("rounds") }, ...buttons);
  roving(list, buttons, () => 10);
  slot("rounds").replaceChildren(...(count > 1 ? [el("p", { class: "lx-round-at" }, say("round-at", { at, of: count })), list] : []));
}

// A road as a table of six rows; each cell says in words what its sign stands for.
function road({ title, columns }) {
  const width = Math.max(columns.length, 9);
  const cell = place => place
    ? el("td", {}, el("span", { class: `lx-bead lx-bead--${place.kind}`, "aria-hidden": "true" }, place.sign, place.ties ? el("sub", {}, String(place.ties)) : null),
      el("span", { class: "lx-hidden" }, place.words))
    : el("td");
  const body = Array.from({ length: 6 }, (_, row) => el("tr", {}, ...Array.from({ length: width }, (__, column) => cell(columns[column]?.[row]))));
  const box = el("div", { class: "lx-scroll", tabindex: 0, role: "region", "aria-label": title }, el("table", { class: "lx-road", "aria-label": title }, el("tbody", {}, ...body)));
  requestAnimationFrame(() => { box.scrollLeft = box.scrollWidth; });
  return el("div", {}, el("h3", {}, title), box);
}

function showRoads(series) {
  const { roads = [], legend = [] } = series ?? {};
  slot("roads").replaceChildren(...roads.map(road), el("p", { class: "lx-legend" }, ...legend.map(({ kind, sign, words }) => el("span", {},
    sign ? el("span", { class: `lx-bead lx-bead--${kind}` }, sign) : null, ` ${words}`))));
  slot("roads").parentElement.hidden = !roads.some(({ columns }) => columns.length);
}

const typed = () => control("objects").value.split(/[\s,，、]+/).filter(Boolean);

// ── The answer ──────────────────────────────────────────────────────────────

function clearAnswer() {
  acts = [];
  picker = null;
  last = null;
  looking = 0;
  for (const name of ["status", "problem", "decisions", "picker", "seed", "rounds"]) slot(name).replaceChildren();
  for (const section of root.querySelectorAll(".lx-result")) section.hidden = true;
  slot("after").hidden = true;
}

const cites = provisions => provisions.length
  ? el("span", { class: "lx-cites" }, ...provisions.flatMap((p, i) => i ? [say("separator"), link(p)] : [link(p)]))
  : null;

function showProblem(problem) {
  slot("problem").replaceChildren(el("div", { class: "lx-problem" }, el("p", {}, problem.sentence), cites(problem.provisions),
    ...problem.readings.map(reading => el("p", { class: "lx-note" }, reading))));
}

// What could not be fetched or worked out, whatever was asked for.
function showFailure({ message }) {
  slot("status").textContent = "";
  slot("status").classList.remove("lx-hidden");
  showProblem({ sentence: say("failed", { detail: message }), provisions: [], readings: [] });
}

const RED = /[♥♦]/;
const PIPS = { 1: [4], 2: [0, 8], 3: [0, 4, 8], 4: [0, 2, 6, 8], 5: [0, 2, 4, 6, 8], 6: [0, 2, 3, 5, 6, 8] }; // places in three rows of three

function svg(name, attributes = {}, ...children) {
  const element = document.createElementNS("http://www.w3.org/2000/svg", name);
  for (const [key, value] of Object.entries(attributes)) element.setAttribute(key, value);
  element.append(...children);
  return element;
}

// Whether objects of the kind are numbered from one to six, as the faces of a die are.
const isDie = symbol => plan.objects.some(({ rows: lines }) => {
  const all = lines.flatMap(line => line.objects);
  return all.length === 6 && all.some(object => object.symbol === symbol) && all.every(object => object.sign in PIPS);
});

// A card with its rank and suit, a die with its pips, anything else as a token with its sign.
function picture(symbol, sign) {
  const card = sign.match(/^(.+)([♠♥♦♣])$/u);
  if (card) {
    return svg("svg", { viewBox: "0 0 44 62", class: RED.test(sign) ? "lx-paper-card lx-face--red" : "lx-paper-card" },
      svg("rect", { x: 1, y: 1, width: 42, height: 60, rx: 4 }),
      svg("text", { x: 13, y: 19, "font-size": 17 }, card[1]), svg("text", { x: 25, y: 50, "font-size": 31 }, card[2]));
  }
  if (isDie(symbol)) {
    const pip = place => svg("circle", { cx: 12 + 12 * (place % 3), cy: 12 + 12 * Math.floor(place / 3), r: 4 });
    return svg("svg", { viewBox: "0 0 48 48", class: "lx-die" }, svg("rect", { x: 1, y: 1, width: 46, height: 46, rx: 8 }), ...PIPS[sign].map(pip));
  }
  const width = Math.max(44, 16 + [...sign].reduce((sum, letter) => sum + (letter > "⺀" ? 16 : 9), 0));
  return svg("svg", { viewBox: `0 0 ${width} 44`, class: "lx-token" }, svg("rect", { x: 1, y: 1, width: width - 2, height: 42, rx: 21 }),
    svg("text", { x: width / 2, y: 28, "font-size": 16 }, sign));
}

function face(symbol) {
  const known = signs.get(symbol) ?? { sign: symbol, name: symbol };
  return el("span", { class: "lx-thing", role: "img", "aria-label": known.name, "data-symbol": symbol }, picture(symbol, known.sign));
}

const back = () => el("span", { class: "lx-thing lx-face--down", role: "img", "aria-label": say("face-down") });

function showHands(hands) {
  const section = slot("hands").parentElement;
  section.hidden = !hands.length;
  slot("hands").replaceChildren(...hands.map(hand => el("div", { class: "lx-hand" },
    el("h3", {}, hand.name, hand.worth ? el("span", { class: "lx-worth" }, hand.worth) : null),
    hand.thrown.length ? el("p", { class: "lx-faces lx-faces--thrown" }, ...hand.thrown.map(face)) : null,
    el("p", { class: "lx-faces" }, ...(hand.objects ? hand.objects.map(face) : Array.from({ length: hand.count }, back))))));
}

function showBets(bets, returns, over) {
  const columns = ["bettor", "bet", ...(bets.some(bet => bet.holder) ? ["holder"] : []), "stake", "result", "net", "provisions"];
  const numeric = { stake: "lx-num", net: "lx-num" };
  const head = columns.map(name => el("th", { scope: "col", role: "columnheader", class: numeric[name] }, say(`column.${name}`)));
  const cell = (bet, name) => name === "provisions" ? cites(bet.provisions) ?? "" : name === "bet" && bet.naming ? bet.bet + say("brackets", { words: bet.naming }) : name === "net" && bet.net ? signed(bet.net) : bet[name];
  const body = bets.map(bet => el("tr", { role: "row" }, ...columns.map((name, i) =>
    el(i ? "td" : "th", { class: numeric[name], ...(i ? { "data-label": say(`column.${name}`), role: "cell" } : { scope: "row", role: "rowheader" }) }, cell(bet, name)))));
  slot("bets-table").replaceChildren(
    el("div", { class: "lx-scroll", tabindex: 0, role: "region", "aria-label": data.say["column.bet"] },
      el("table", { class: "lx-table lx-stack", role: "table" }, el("thead", { role: "rowgroup" }, el("tr", { role: "row" }, ...head)), el("tbody", { role: "rowgroup" }, ...body))),
    el("p", { class: "lx-net" }, ...(over ? returns : []).map(({ party, net }) => el("span", {}, say("net", { party, net: signed(net) })))));
  slot("bets-table").parentElement.hidden = !bets.length;
}

const signed = net => net.startsWith("−") || net === "0" ? net : `+${net}`;

function showSteps(steps, hands) {
  walk = { steps, at: steps.length, hands };
  slot("steps").replaceChildren(walkBar(), el("ol", { class: "lx-trace" }, ...steps.map(step => el("li", { "data-kind": step.kind },
    el("span", { class: "lx-sentence" }, step.sentence), cites(step.provisions),
    ...step.readings.map(reading => el("p", { class: "lx-note" }, reading))))));
  slot("steps").parentElement.hidden = !steps.length;
}

// ── A round step by step ────────────────────────────────────────────────────

let walk = { steps: [], at: 0, hands: [] }; // how many of the steps are shown, and the hands after the last

function walkBar() {
  const go = (name, to) => el("button", { type: "button", class: "lx-button", "data-walk": name, onclick: () => walkTo(to()) }, say(`walk.${name}`));
  const bar = el("div", { class: "lx-buttons lx-walk", role: "group", "aria-label": say("walk") },
    go("first", () => 1), go("back", () => walk.at - 1), go("next", () => walk.at + 1), go("last", () => walk.steps.length),
    el("span", { class: "lx-walk-at", role: "status" }));
  bar.addEventListener("keydown", event => {
    const to = { ArrowLeft: walk.at - 1, ArrowRight: walk.at + 1, Home: 1, End: walk.steps.length }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    walkTo(to);
  });
  return bar;
}

// What lies on the table after so many steps, as the trace tells it: what is turned up later lies face down until then.
function handsAfter(count) {
  const turned = new Set(walk.steps.slice(count).filter(step => step.kind === "revealed").map(step => step.holder));
  return walk.hands.map(hand => {
    const came = walk.steps.slice(0, count).filter(step => step.holder === hand.holder);
    const throws = came.filter(step => step.kind === "thrown").slice(-1); // a throw takes the place of the one before
    const dealt = came.filter(step => step.kind !== "thrown" && (step.objects.length || step.kind === "dealt-unseen"));
    const [lying, thrown] = hand.thrown.length ? [dealt, throws] : [dealt.length ? dealt : throws, []];
    const seen = !turned.has(hand.holder) && lying.every(step => step.objects.length);
    const objects = seen ? lying.flatMap(step => step.objects) : null;
    return { ...hand, worth: "", count: lying.length, objects, thrown: thrown.flatMap(step => step.objects) };
  });
}

function walkTo(at) {
  walk.at = Math.min(walk.steps.length, Math.max(1, at));
  const over = walk.at === walk.steps.length;
  [...slot("steps").querySelectorAll("ol > li")].forEach((line, index) => {
    line.classList.toggle("lx-later", index >= walk.at);
    if (index === walk.at - 1 && !over) line.setAttribute("aria-current", "step");
    else line.removeAttribute("aria-current");
  });
  slot("steps").querySelector(".lx-walk-at").textContent = say("walk.at", { at: walk.at, of: walk.steps.length });
  showHands(over ? walk.hands : handsAfter(walk.at));
}

function showDecisions(decisions) {
  slot("decisions").replaceChildren(...decisions.map(decision => {
    const taking = decision.alternatives.find(alternative => alternative.amount);
    const most = taking?.most || null; // of a bet placed in a window; a stake that is lowered has no amount before
    const amount = el("input", { name: "amount", inputmode: "decimal", size: 6, value: most, "data-most": most });
    const chosen = alternative => {
      if (!alternative.amount) return act(alternative.action);
      tell(amount, mistake(amount));
      return mistake(amount) ? amount.focus() : act({ ...alternative.action, amount: written(amount.value) });
    };
    const buttons = decision.alternatives.map(alternative => el("span", { class: "lx-alternative" },
      el("button", {
        type: "button", class: "lx-button lx-button--strong", disabled: !alternative.allowed,
        onclick: () => chosen(alternative),
      }, alternative.label),
      alternative.allowed ? null : el("span", { class: "lx-hint" }, say("allowed-not"), " ", cites(alternative.against))));
    return el("fieldset", { class: "lx-part lx-decision" }, el("legend", {}, decision.sentence),
      el("div", { class: "lx-buttons" }, ...buttons), taking ? field(say(most ? "stake" : "amount"), amount) : null, cites(decision.provisions));
  }));
}

async function act(action) {
  const before = acts;
  acts = [...acts, action];
  // What the engine could not be asked has not been done.
  if (!await play({ focus: true })) acts = before;
}

// ── Choosing objects ────────────────────────────────────────────────────────

let picker = null; // the kind of object and the buttons that are shown, by symbol

function showPicker(needed) {
  if (!needed) { picker = null; slot("picker").replaceChildren(); return; }
  if (picker?.kind !== needed.kind) makePicker(needed.kind);
  picker.legend.textContent = needed.sentence;
  for (const [symbol, button] of picker.buttons) {
    const left = needed.left[symbol] ?? 0;
    button.setAttribute("aria-disabled", String(left < 1));
    button.title = say("drawn-left", { count: left });
  }
}

// One stop for the Tab key among buttons in rows of a width; the arrows move within.
function roving(element, all, width) {
  element.addEventListener("keydown", event => {
    const step = { ArrowLeft: -1, ArrowRight: 1, ArrowUp: -width(), ArrowDown: width(), Home: -Infinity, End: Infinity }[event.key];
    const at = all.indexOf(document.activeElement);
    if (step === undefined || at < 0) return;
    event.preventDefault();
    const to = all[Math.min(all.length - 1, Math.max(0, at + step))];
    for (const button of all) button.tabIndex = button === to ? 0 : -1;
    to.focus();
  });
}

function makePicker(kind) {
  const buttons = new Map();
  const legend = el("legend");
  const grid = plan.objects.find(group => group.kind === kind).rows.map(row => el("div", { class: "lx-pick-row", role: "group", "aria-label": row.label || null },
    ...row.objects.map(object => {
      const red = /[♥♦]/.test(object.sign) ? " lx-face--red" : "";
      const button = el("button", { type: "button", class: `lx-face lx-pick${red}`, tabindex: -1, "aria-label": object.sign + say("brackets", { words: object.name }), "data-symbol": object.symbol,
        onclick: () => { if (button.getAttribute("aria-disabled") !== "true") pick(object.symbol); } }, object.sign);
      buttons.set(object.symbol, button);
      return button;
    })));
  const all = [...buttons.values()];
  all[0].tabIndex = 0;
  const rest = el("button", { type: "button", name: "draw-rest", class: "lx-button" }, say("draw-rest"));
  const element = el("fieldset", { class: "lx-part lx-picker" }, legend, ...grid, el("div", { class: "lx-buttons" }, rest));
  roving(element, all, () => grid[0].children.length);
  slot("picker").replaceChildren(element);
  picker = { kind, buttons, legend };
}

async function pick(symbol) {
  const before = objects;
  objects = [...(objects ?? []), symbol];
  if (!await play({ focus: false })) objects = before;
}

// ── A round ─────────────────────────────────────────────────────────────────

function outcome(answer) {
  if (answer.needed) return answer.needed.sentence;
  if (answer.decisions.length) return answer.decisions[0].sentence;
  const net = answer.returns.map(({ party, net: n }) => say("net", { party, net: signed(n) })).join(say("separator"));
  if (answer.stage === "over") {
    const told = [net, ...(answer.series?.meters ?? [])].filter(Boolean).join(say("separator"));
    return [answer.record?.void ? say("void") : say("over"), told, answer.series?.ended ? say("ended") : ""].filter(Boolean).join(say("space"));
  }
  return say("stopped");
}

let asking = false; // the engine is working out an answer

// True once the engine has answered, if only with a refusal.
async function play({ focus = false, chance = false } = {}) {
  const status = slot("status");
  asking = true;
  const slow = setTimeout(() => { status.textContent = say("loading"); }, worker ? 400 : 0);
  const put = question();
  let answer;
  try {
    answer = await ask("play", { ...put, chance });
    // Each decision is shown as the party sees the table whose decision it is.
    const due = answer.decisions?.[0]?.bettor;
    if (due && put.seen_by && due !== put.seen_by) answer = await ask("play", { ...put, chance, seen_by: due, seed: answer.seed });
  } catch (failure) {
    showFailure(failure);
    return false;
  } finally {
    asking = false;
    clearTimeout(slow);
  }
  // Something else has been asked for in the form meanwhile, to which this is no answer.
  if (JSON.stringify(question()) !== JSON.stringify(put)) { status.textContent = ""; return true; }
  show(answer);
  // What had the focus may be gone with the last answer.
  if (focus || document.activeElement === document.body) (slot("decisions").querySelector("button:enabled") ?? status).focus();
  return true;
}

function show(answer) {
  slot("problem").replaceChildren();
  if (answer.problem) showProblem(answer.problem);
  if (answer.stage === undefined) { slot("status").textContent = ""; return; }
  const { actions } = question();
  const before = actions.length - acts.length;
  // What was refused is not kept.
  if (answer.problem && answer.done >= before) acts = acts.slice(0, answer.done - before);
  last = answer;
  if (answer.objects) { objects = answer.objects; control("objects").value = objects.join(" "); }
  finished = answer.stage === "over" ? { actions, ...(answer.objects ? { objects: answer.objects } : {}) } : null;
  records[earlier.length] = answer.record;
  draw(answer, answer.done >= before || answer.stage !== "betting");
  showSubmit();
  remember();
}

// An answer on the page: of this round, or of an earlier one that is looked at.
function draw(answer, dealt) {
  slot("seed").textContent = answer.seed === null ? "" : say("seed", { seed: answer.seed });
  slot("status").textContent = dealt ? outcome(answer) : "";
  // What is due stands above its buttons; there the status is only heard.
  slot("status").classList.toggle("lx-hidden", Boolean(answer.needed || answer.decisions.length));
  showPicker(answer.needed);
  showDecisions(answer.decisions);
  showRounds();
  showHands(answer.hands);
  showBets(answer.bets, answer.returns, answer.stage === "over");
  showSteps(answer.steps, answer.hands);
  showRoads(answer.series);
  slot("after").hidden = !dealt;
  control("next-round").hidden = !goesOn();
  control("again").textContent = say(answer.series ? "again-new" : "again");
  control("download").hidden = !answer.record;
}

// ── Links and files ─────────────────────────────────────────────────────────

let linked = true; // whether the address holds all that is shown

async function remember() {
  const { language, seen_by, ...put } = question();
  const text = await packed(JSON.stringify(put));
  linked = text.length < MAX_LINK;
  if (linked) history.replaceState(null, "", `#${text}`);
}

// Long texts are deflated, with a letter before them that no JSON begins with.
async function packed(text) {
  const plain = encodeURIComponent(text);
  if (plain.length < MAX_PLAIN) return plain;
  const bytes = await through(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
  return `z${btoa(Array.from(bytes, byte => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

async function unpacked(fragment) {
  if (!fragment.startsWith("z")) return decodeURIComponent(fragment);
  const bytes = Uint8Array.from(atob(fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/")), letter => letter.charCodeAt(0));
  return new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw")));
}

const through = async (bytes, change) => new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(change)).arrayBuffer());

async function remembered() {
  try {
    const asked = JSON.parse(await unpacked(location.hash.slice(1)));
    return asked && typeof asked === "object" && Array.isArray(asked.actions) ? asked : null;
  } catch {
    return null;
  }
}

async function restore(asked) {
  const game = data.games.find(g => Object.values(g.texts).includes(asked.game));
  if (!game) return false;
  control("game").value = game.name;
  control("text").value = Object.keys(game.texts).find(text => game.texts[text] === asked.game);
  const later = await openGame(asked);
  const byChance = !Array.isArray(asked.objects);
  control("chance").value = byChance ? "seed" : "objects";
  control("seed").value = asked.seed ?? "";
  objects = byChance ? null : asked.objects.map(String);
  control("objects").value = objects?.join(" ") ?? "";
  acts = later;
  earlier = lengthened(asked.rounds ?? []);
  showChance();
  return !plan.betting || asked.actions.some(action => action?.action === "deal");
}

// The records of all rounds so far, one after another; those that are not there are played for it.
async function download() {
  for (const index of earlier.keys()) records[index] ??= (await ask("play", askedFor(index + 1))).record;
  const text = records.map(record => JSON.stringify(record, null, 2)).join("\n");
  const address = URL.createObjectURL(new Blob([text], { type: "application/json" }));
  el("a", { href: address, download: `${current().name.replaceAll("/", "-")}.json` }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}

async function copyLink() {
  if (!linked) {
    slot("status").textContent = say("too-long");
    return;
  }
  try {
    await navigator.clipboard.writeText(location.href);
    slot("status").textContent = earlier.length ? say("copied-all", { count: earlier.length + 1 }) : say("copied");
  } catch {
    slot("status").textContent = location.href; // to be copied by hand
  }
}

// ── Listening ───────────────────────────────────────────────────────────────

function showChance() {
  const byChance = control("chance").value === "seed";
  control("seed").closest("label").hidden = !byChance;
  control("objects").closest("label").hidden = byChance;
}

// ── Mistakes, told at their field ───────────────────────────────────────────

function mistake(input) {
  const value = input.value.trim();
  if (["stake", "amount"].includes(input.name) && !isAmount(value) && value !== input.dataset.most) return say("stake.invalid");
  if (input === control("seed") && value && !(/^\d+$/.test(value) && Number.isSafeInteger(Number(value)))) {
    return say("seed.invalid", { most: Number.MAX_SAFE_INTEGER });
  }
  return "";
}

function tell(input, sentence) {
  const label = input.closest("label");
  label.querySelector(".lx-error")?.remove();
  input.setAttribute("aria-invalid", String(Boolean(sentence)));
  if (sentence) label.append(el("span", { class: "lx-error", role: "alert" }, sentence));
}

function hasMistakes() {
  const inputs = [...slot("bets").querySelectorAll("[name=stake]"), control("seed")];
  for (const input of inputs) tell(input, mistake(input));
  const wrong = inputs.find(mistake);
  wrong?.focus();
  return Boolean(wrong);
}

const toAnswer = () => root.querySelector(".lx-answer").scrollIntoView({ block: "nearest" });

form.addEventListener("submit", event => {
  event.preventDefault();
  if (hasMistakes()) return;
  root.querySelector(".lx-answer").classList.add("lx-answer--reserved");
  if (goesOn()) { nextRound().then(toAnswer); return; }
  if (finished) forget();
  restart();
  play().then(toAnswer);
});
// The engine is loaded as soon as somebody turns to the form, so that it is there when asked.
form.addEventListener("focusin", () => engine(), { once: true });
form.addEventListener("change", event => {
  const { name } = event.target;
  if (name === "game" || name === "text") openGame().catch(showFailure);
  else if (name.startsWith("p.")) changeSettings().catch(showFailure);
  else {
    if (name === "chance") showChance();
    if (name === "chance" || name === "seed") forget();
    changed();
  }
});
for (const [name, add] of [["add-bet", addBet], ["add-incident", addIncident]]) {
  control(name).addEventListener("click", () => {
    add().querySelector("select, input").focus();
    changed();
  });
}
// Until the engine has answered, another press of a button answers what may be decided already.
root.addEventListener("click", event => {
  if (!asking || !event.target.closest(".lx-answer button, [type=submit]")) return;
  event.preventDefault();
  event.stopPropagation();
}, true);
root.addEventListener("click", event => {
  switch (event.target.name) {
    case "again":
      control("seed").value = "";
      control("objects").value = "";
      forget();
      restart();
      play();
      break;
    case "next-round": if (!hasMistakes()) nextRound(); break;
    case "draw-rest": play({ chance: true, focus: true }); break;
    case "copy-link": copyLink(); break;
    case "download": download().catch(showFailure); break;
  }
});

async function open(asked) {
  if (asked) root.querySelector(".lx-answer").classList.add("lx-answer--reserved");
  const again = asked ? await restore(asked).catch(() => null) : null;
  if (again === null || !plan) await openGame().catch(showFailure);
  showChance();
  if (again) play();
}

// An address that is pasted into the tab, or gone back to, is opened as a link is; an anchor of the page is none.
addEventListener("hashchange", async () => {
  const asked = await remembered();
  if (asked) open(asked);
});
await open(await remembered());
