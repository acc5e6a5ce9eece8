import { execFileSync } from "node:child_process";
import { existsSync, globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test.each([
  ["docs/security.md", 100],
  ["docs/architecture.md", 50],
])("every file that %s names exists", (page, most) => {
  const text = readFileSync(page, "utf8");
  const named = [...text.matchAll(/`([\w./-]+\.(?:ts|tsx|md|json|sql))`/g)].map(([, file = ""]) => file);
  expect(named.length).toBeGreaterThan(most);
  expect([...new Set(named)].filter((file) => !file.startsWith("/") && !existsSync(file))).toEqual([]);
});

test("every file that README.md and the decisions name exists, there or by the end of its path", () => {
  const files = execFileSync("git", ["ls-files"], { encoding: "utf8", maxBuffer: 1 << 24 }).split("\n");
  const missing = ["README.md", ...globSync("docs/decisions/*.md")].flatMap((page) =>
    [...readFileSync(page, "utf8").matchAll(/`([\w.-][\w./-]*\.(?:ts|tsx|md|json|sql|mjs))`/g)]
      .filter(([, named]) => !files.some((file) => `/${file}`.endsWith(`/${named}`)))
      .map(([, named]) => `${page}: ${named}`),
  );
  expect(missing).toEqual([]);
});

test("what docs/architecture.md names in parentheses after a file is in that file", () => {
  const text = readFileSync("docs/architecture.md", "utf8");
  const named = [...text.matchAll(/`([\w./-]+\.tsx?)` \(((?:`\w+`(?:, )?)+)/g)];
  expect(named.length).toBeGreaterThan(60);
  const missing = named.flatMap(([, file = "", names = ""]) => {
    const source = readFileSync(file, "utf8");
    return [...names.matchAll(/\w+/g)]
      .filter(([name]) => !new RegExp(`\\b${name}\\b`).test(source))
      .map(([name]) => `${file} (${name})`);
  });
  expect(missing).toEqual([]);
});

test("every function that the walks of docs/architecture.md name is declared", () => {
  const [, walks = ""] = /## Three walks([^]*?)\n## /.exec(readFileSync("docs/architecture.md", "utf8")) ?? [];
  const sources = globSync("server/**/*.ts").map((file) => readFileSync(file, "utf8"));
  const code = sources.join("\n");
  const names = new Set([...walks.matchAll(/`([a-z]+[A-Z]\w*)`/g)].map(([, name = ""]) => name));
  expect(names.size).toBeGreaterThan(40);
  const undeclared = [...names].filter((name) => !new RegExp(`(?:function\\*?|const) ${name}\\b`).test(code));
  expect(undeclared).toEqual([]);
});

test("the browsers of the README are those the storefront is built for", () => {
  const [, target = ""] = /target: (\[[^\]]*\])/.exec(readFileSync("vite.config.ts", "utf8")) ?? [];
  const [, chrome, firefox, safari] =
    /Chrome and Edge (\d+), Firefox (\d+) and Safari ([\d.]+) or newer/.exec(readFileSync("README.md", "utf8")) ?? [];
  expect(JSON.parse(target)).toEqual([`chrome${chrome}`, `edge${chrome}`, `firefox${firefox}`, `safari${safari}`]);
});
