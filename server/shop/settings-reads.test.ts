import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** The functions and constants of a file that begin at its margin, each with the line it begins at. */
function* declarationsOf(text: string): Generator<string> {
  const starts = [...text.matchAll(/^(?:export )?(?:async )?(?:function|const|class) /gm)].map(({ index }) => index);
  for (const [at, start] of starts.entries()) yield text.slice(start, starts[at + 1]);
}

/** Whether a declaration reads settings in another way than docs/architecture.md says ("Settings"). */
function readsSettingsWrongly(declaration: string): boolean {
  const hasTx = /\btx: Tx\b/.test(declaration.slice(0, declaration.indexOf("{\n") + 1) || declaration);
  const hasAppsDb = /\{[^}]*\bdb\b[^}]*\}(?:: (?:App|Pick<App\b)| = app\b)/.test(declaration);
  if (hasTx && /\bgetCachedSettings\(/.test(declaration)) return true;
  // What is cached itself, by the same tag, reads them where it is computed.
  if (declaration.includes("responseCache.get(")) return false;
  return /\bgetSettings\(app\.db\)/.test(declaration) || (hasAppsDb && /\bgetSettings\(db\)/.test(declaration));
}

test("settings are read in the transaction that depends on them, and else from the cache", () => {
  const files = globSync("server/**/*.ts").filter(
    (file) => !/\.(?:test|fixture)\.ts$|\/testing\/|server\/shop\//.test(file),
  );
  const wrong = files.flatMap((file) =>
    [...declarationsOf(readFileSync(file, "utf8"))]
      .filter(readsSettingsWrongly)
      .map((declaration) => `${file}: ${declaration.split("\n")[0]}`),
  );
  expect(wrong).toEqual([]);
  const wrongOnes = [
    "async function a({ db }: App) {\n  return getSettings(db);\n}",
    "async function b(app: App) {\n  return getSettings(app.db);\n}",
    "async function c(app: App, tx: Tx) {\n  return getCachedSettings(app);\n}",
  ];
  expect(wrongOnes.filter(readsSettingsWrongly)).toEqual(wrongOnes);
});
