// The engine in a worker: Pyodide and the project's own modules, both from this site. It answers in JSON what is
// asked in JSON (`lexludi.site.browser.Table`); no rule of any game is in JavaScript.
import { loadPyodide } from "./vendor/pyodide/pyodide.mjs";

const here = path => new URL(path, import.meta.url).href;

async function read(path) {
  const answer = await fetch(here(path));
  if (!answer.ok) throw new Error(`${answer.status} ${path}`);
  return answer;
}

async function start() {
  const [python, engine] = await Promise.all([
    loadPyodide({ indexURL: here("./vendor/pyodide/") }),
    read("./play/engine.zip").then(answer => answer.arrayBuffer()),
  ]);
  python.unpackArchive(engine, "zip", { extractDir: "/engine" });
  return python.runPython("import sys\nsys.path.insert(0, '/engine')\nfrom lexludi.site.browser import Table\nTable()");
}

const starting = start();
starting.catch(() => {}); // told with the first answer
const games = new Map();

// Games are fetched when first asked for; two questions at once share the fetch.
function put(table, { name, version, path }) {
  if (!games.has(name)) {
    const putting = read(`./play/${path}.json`).then(answer => answer.text()).then(rules => table.put(name, version, rules));
    games.set(name, putting);
    putting.catch(() => games.delete(name));
  }
  return games.get(name);
}

addEventListener("message", async ({ data: { id, ask, game, question } }) => {
  try {
    const table = await starting;
    if (ask === "start") { postMessage({ id, answer: {} }); return; }
    await put(table, game);
    const answer = ask === "plan" ? table.plan(JSON.stringify(question)) : table.play(JSON.stringify(question));
    postMessage({ id, answer: JSON.parse(answer) });
  } catch (error) {
    postMessage({ id, failure: String(error) });
  }
});
