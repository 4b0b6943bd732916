// The client of the language server: starts `lexludi lsp`, and shows what its commands answer.
const vscode = require("vscode");
const { LanguageClient } = require("vscode-languageclient/node");

let client;

exports.activate = async function (context) {
  const [command, ...args] = vscode.workspace.getConfiguration("lexludi").get("command");
  const languages = ["zh", "pt", "en"].map((name) => ({ scheme: "file", language: `ludi-${name}` }));
  client = new LanguageClient("lexludi", "Lexludi", { command, args }, {
    documentSelector: [...languages, { scheme: "file", pattern: "**/glossary.toml" }],
    middleware: { executeCommand: shown },
  });
  client.registerFeature({
    fillClientCapabilities: (capabilities) => {
      capabilities.experimental = { ...capabilities.experimental, lexludiShows: true };
    },
    initialize: () => {},
    getState: () => ({ kind: "static" }),
    clear: () => {},
  });
  context.subscriptions.push({ dispose: () => client.stop() });
  await client.start();
};

exports.deactivate = () => client?.stop();

async function shown(command, args, next) {
  const answer = await vscode.window.withProgress(
    { location: vscode.ProgressLocation.Window, title: "Lexludi" },
    () => next(command, args),
  );
  if (typeof answer === "string") {
    const document = await vscode.workspace.openTextDocument({ content: answer });
    await vscode.window.showTextDocument(document, { viewColumn: vscode.ViewColumn.Beside, preview: true });
  }
  return answer;
}
