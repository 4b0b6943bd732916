// What the reader chooses is remembered in this browser: columns, and whether formal rules are unfolded.
"use strict";
(() => {
  const KEY = "lexludi.shown";
  const NAMES = ["zh", "pt", "en", "rules"];
  const root = document.documentElement;
  const narrow = matchMedia("screen and (max-width: 59.9375em)");

  function stored() {
    try {
      const kept = JSON.parse(localStorage.getItem(KEY));
      return kept && typeof kept === "object" ? kept : null;
    } catch { return null; }
  }

  // Words first: formal rules are folded. On a small screen the page begins with its own language alone.
  function initial() {
    const own = (root.lang || "en").slice(0, 2);
    return Object.fromEntries(NAMES.map(n => [n, n !== "rules" && (!narrow.matches || n === own)]));
  }

  const shown = { ...initial(), ...stored() };

  function apply() {
    const present = [...document.querySelectorAll("[data-choose]")].map(b => b.dataset.choose);
    const columns = NAMES.filter(n => n !== "rules" && present.includes(n));
    if (columns.length && !columns.some(n => shown[n])) shown[columns[0]] = true;
    root.classList.toggle("lx-with-rules", shown.rules);
    for (const name of columns) root.classList.toggle(`lx-no-${name}`, !shown[name]);
    if (columns.length) root.style.setProperty("--lx-count", String(Math.max(1, columns.filter(n => shown[n]).length)));
    for (const button of document.querySelectorAll("[data-choose]")) button.setAttribute("aria-pressed", String(shown[button.dataset.choose]));
  }

  function choose(button) {
    const name = button.dataset.choose;
    shown[name] = !shown[name];
    if (NAMES.slice(0, 3).every(n => !shown[n])) shown[name] = true;
    try { localStorage.setItem(KEY, JSON.stringify(shown)); } catch { /* nothing is remembered then */ }
    apply();
    if (name === "rules") unfold();
  }

  function unfold() {
    for (const rules of document.querySelectorAll(".lx-rules")) rules.open = shown.rules;
    reveal();
  }

  // Words or a formal sentence that an address names are shown, whatever was chosen.
  function namedPlace() {
    try { return document.getElementById(decodeURIComponent(location.hash.slice(1))); } catch { return null; }
  }
  function reveal() {
    const named = namedPlace();
    const column = named?.closest("[data-column]")?.dataset.column;
    if (column && !shown[column]) { shown[column] = true; apply(); named.scrollIntoView(); }
    const folded = named?.closest(".lx-rules");
    if (folded && !folded.open) { folded.open = true; named.scrollIntoView(); }
  }
  addEventListener("hashchange", reveal);

  async function copy(button) {
    const address = location.href.split("#")[0] + "#" + button.dataset.anchor;
    const text = `${button.dataset.citation} ${address}`;
    try { await navigator.clipboard.writeText(text); } catch { copyOldWay(text); }
    say(button.dataset.done);
  }

  function copyOldWay(text) {
    const area = Object.assign(document.createElement("textarea"), { value: text });
    document.body.append(area);
    area.select();
    document.execCommand("copy");
    area.remove();
  }

  function say(words) {
    let place = document.getElementById("lx-said");
    if (!place) {
      place = Object.assign(document.createElement("div"), { id: "lx-said" });
      place.setAttribute("role", "status");
      document.body.append(place);
    }
    place.textContent = words;
    place.classList.add("lx-said--now");
    clearTimeout(say.timer);
    say.timer = setTimeout(() => place.classList.remove("lx-said--now"), 2500);
  }

  // What is printed says where it comes from: in its first lines, and on the edge of each page.
  const printed = document.querySelector(".lx-printed");
  if (printed) {
    const address = location.href.split("#")[0];
    printed.querySelector(".lx-address").textContent = address;
    const edge = (place, words) => `@${place} { content: ${JSON.stringify(words)}; font: 7.5pt sans-serif; color: #444; }`;
    const sheet = document.createElement("style");
    sheet.textContent = `@page { ${edge("top-left", printed.dataset.edge)} ${edge("bottom-left", address)} }`;
    document.head.append(sheet);
  }

  document.addEventListener("click", event => {
    const button = event.target.closest("[data-choose], [data-citation]");
    if (!button) return;
    if (button.dataset.choose) choose(button); else copy(button);
  });
  // Any day: the wording that stood on it. A day is typed as 2005-11-28, 28/11/2005 or 2005年11月28日.
  // A month may also be told by its name, as the pages tell days; what is no day of the calendar is none.
  const months = Array.from({ length: 12 }, (_, month) =>
    new Date(Date.UTC(2000, month)).toLocaleString(document.documentElement.lang, { month: "long", timeZone: "UTC" }).toLowerCase());
  function dayOf(typed) {
    const named = typed.toLowerCase().match(/\p{L}{3,}/gu) ?? [];
    const places = named.map(word => months.indexOf(word)).filter(place => place >= 0);
    const parts = typed.match(/\d+/g) ?? [];
    if (places.length) parts.splice(1, 0, String(places[0] + 1));
    if (parts.length !== 3 || places.length > 1) return "";
    const [year, month, day] = parts[0].length === 4 ? parts : parts.reverse();
    const iso = `${year.padStart(4, "0")}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`;
    const read = new Date(`${iso}T00:00:00Z`);
    return !Number.isNaN(read.valueOf()) && read.toISOString().startsWith(iso) ? iso : "";
  }
  function goTo(field) {
    const day = dayOf(field.value);
    const known = JSON.parse(field.dataset.versions).filter(([since]) => day && since && since <= day);
    const address = known.length ? known[known.length - 1][1] : "";
    if (address) location.href = address;
    else if (field.value) say(day ? field.dataset.none : field.dataset.noDay);
  }
  for (const field of document.querySelectorAll("[data-versions]")) {
    field.closest("label").hidden = false;
    field.addEventListener("change", () => goTo(field));
  }

  // Any two days on which the text changed: what is different between them.
  function between(form) {
    const [before, after] = ["from", "to"].map(name => form.elements[name].value).sort();
    form.querySelector("[role=status]").textContent = before === after ? form.dataset.same : "";
    if (before !== after) location.href = `${form.dataset.base}${before}/${after}/`;
  }
  for (const form of document.querySelectorAll(".lx-between")) {
    form.hidden = false;
    form.addEventListener("submit", event => { event.preventDefault(); between(form); });
  }

  // Odds under another option or reading: its figures take the place of those under the defaults. Pictures of the
  // defaults are put away meanwhile.
  function under(form) {
    const told = form.querySelector("[role=status]");
    const figures = [...document.querySelectorAll("[data-figure]")].filter(e => !e.closest("[data-under]"));
    const kept = new Map(figures.map(e => [e, e.innerHTML]));
    form.hidden = false;
    form.under.value = "";
    form.and.value = "";
    form.addEventListener("submit", event => event.preventDefault());
    form.addEventListener("change", async () => {
      const { under: one, and } = form;
      // Of one option or reading only one value can be chosen.
      const chosen = one.selectedOptions[0];
      for (const option of and.options) option.disabled = Boolean(option.value) && option.dataset.parameter === chosen.dataset.parameter;
      and.disabled = !one.value;
      if (!one.value || and.selectedOptions[0].disabled) and.value = "";
      const other = and.value ? await together(form) : one.value ? document.querySelector(`[data-under="${CSS.escape(one.value)}"]`) : null;
      for (const e of figures) {
        const found = other?.querySelector(`[data-bet="${CSS.escape(e.dataset.bet)}"][data-figure="${e.dataset.figure}"]`);
        e.innerHTML = found ? found.innerHTML : kept.get(e);
        e.classList.toggle("lx-swapped", Boolean(found));
      }
      for (const e of document.querySelectorAll("[data-default]")) {
        e.hidden = Boolean(other?.querySelector(`[data-bet="${CSS.escape(e.dataset.bet)}"]`));
      }
      const names = [chosen, ...(and.value ? [and.selectedOptions[0]] : [])];
      const command = [form.dataset.command, ...names.map(option => option.dataset.argument)].join(" ");
      told.textContent = !one.value ? "" : other ? told.dataset.shown.replace("{name}", names.map(option => option.textContent).join(" + ")) : told.dataset.absent.replace("{command}", command);
    });
  }
  // The figures under two choices, in the order of the list; nothing where they have not been worked out.
  async function together(form) {
    if (!form.dataset.together) return null;
    const parts = await (await fetch(form.dataset.together)).json();
    const keys = [...form.under.options].map(option => option.value).filter(key => key === form.under.value || key === form.and.value);
    const part = parts[keys.join("&")];
    return part === undefined ? null : new DOMParser().parseFromString(part, "text/html").body;
  }
  for (const form of document.querySelectorAll(".lx-under")) under(form);

  for (const bar of document.querySelectorAll(".lx-toolbar")) bar.hidden = false;
  apply();
  unfold();

  // On a small screen each provision can be read in another language, for itself.
  function peek(section) {
    const group = document.createElement("span");
    group.className = "lx-peek";
    group.setAttribute("role", "group");
    group.setAttribute("aria-label", document.querySelector(".lx-choices")?.getAttribute("aria-label") ?? "");
    for (const column of document.querySelectorAll(".lx-choices [data-choose]:not([data-choose=rules])")) {
      const name = column.dataset.choose;
      if (!section.querySelector(`[data-column=${name}]`)) continue;
      const button = Object.assign(document.createElement("button"), { type: "button", lang: column.lang, textContent: column.textContent.trim() });
      button.setAttribute("aria-pressed", "false");
      button.addEventListener("click", () => {
        section.dataset.only = section.dataset.only === name ? "" : name;
        for (const other of group.children) other.setAttribute("aria-pressed", String(other === button && section.dataset.only !== ""));
      });
      group.append(button);
    }
    section.querySelector(".lx-line").append(group);
  }
  function peekWhereNarrow() {
    if (narrow.matches && !document.querySelector(".lx-peek")) document.querySelectorAll(".lx-provision").forEach(peek);
  }
  peekWhereNarrow();
  narrow.addEventListener("change", peekWhereNarrow);

  // To another language: to the same place, which is the provision or heading that the reader has before them.
  function place() {
    if (scrollY < 200 || (location.hash && !namedPlace())) return location.hash; // such as that of a round
    const top = document.querySelector(".md-header")?.getBoundingClientRect().bottom ?? 0;
    const places = [...document.querySelectorAll("#content :is(.lx-provision, h2, h3)[id]")];
    const next = places.find(e => e.getBoundingClientRect().top >= top - 4);
    const here = places.findLast(e => e.getBoundingClientRect().top < top);
    const read = !here || next?.getBoundingClientRect().top < innerHeight / 2 ? next ?? here : here;
    return read ? `#${read.id}` : location.hash;
  }
  document.addEventListener("click", event => {
    const link = event.target.closest?.("a[hreflang]");
    if (link && document.getElementById("content")) link.hash = place();
  }, true);

  // Words and the formal sentences that stand for them are lit together, in every language, under pointer and focus.
  function light(place) {
    for (const lit of document.querySelectorAll(".lx-lit")) lit.classList.remove("lx-lit");
    const part = place?.closest?.("[data-part]") ?? document.activeElement?.closest?.("[data-part]");
    if (!part) return;
    const wanted = part.dataset.part.split(" ");
    for (const other of part.closest(".lx-provision").querySelectorAll("[data-part]"))
      other.classList.toggle("lx-lit", other.dataset.part.split(" ").some(number => wanted.includes(number)));
  }

  // On a small screen the rows of a table are laid out as cards; not every browser still takes it for a table then.
  const ROLES = { TABLE: "table", THEAD: "rowgroup", TBODY: "rowgroup", TR: "row", TD: "cell" };
  const roleOf = e => e.tagName === "TH" ? (e.scope === "row" ? "rowheader" : "columnheader") : ROLES[e.tagName];
  function keepTables() {
    if (!stacked.matches) return;
    for (const part of document.querySelectorAll("table.lx-stack, table.lx-stack :is(thead, tbody, tr, th, td)")) part.setAttribute("role", roleOf(part));
  }
  const stacked = matchMedia("screen and (max-width: 44.9375em)");
  keepTables();
  stacked.addEventListener("change", keepTables);

  document.addEventListener("mouseover", event => light(event.target));
  document.addEventListener("focusin", event => light(event.target));
  document.addEventListener("focusout", () => light(null));
})();
