import { globSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { expect, test } from "vitest";
import { replaced, withBody } from "./lighter-libraries.ts";

const { resolve } = createRequire(import.meta.url);
const homes = ["react-dom", "react-router", "lucide-react", "@tanstack/query-core"];
const folderOf = (name: string) => {
  const file = resolve(name);
  const folder = `/node_modules/${name}/`;
  return file.slice(0, file.indexOf(folder) + folder.length - 1);
};

/** What would not work any more, were a screen to use it. */
const unused = [
  /<ViewTransition|<SuspenseList|<Activity>|<Activity mode/,
  /\buseActionState\(|\buseFetchers?\(|\buseSubmit\(|\buseInfiniteQuery\(/,
  /import \{[^}]*\bForm\b[^}]*\} from "react-router"/,
  /export const (action|clientAction|meta)\b|export (async )?function (action|clientAction|meta)\b/,
  /<(style|link|script)\b[^>]*\bprecedence=/,
  /<Fragment[^>]*\bref=/,
  /import \{[^}]*\b(preload|preloadModule|preinit|preinitModule|preconnect|prefetchDNS)\b[^}]*\} from "react-dom"/,
];

test("C11 every function the build makes lighter is where it is looked for", () => {
  for (const [file, name, body] of replaced) {
    const home = homes.find((one) => file.startsWith(`/${one.replace("@tanstack/", "")}/`)) ?? "";
    const within = file.slice(home.replace("@tanstack/", "").length + 1);
    expect(withBody(readFileSync(folderOf(home) + within, "utf8"), name, body, file)).toContain(body);
  }
});

test("C11 no screen uses what the build leaves out of the libraries", () => {
  const trespasses = globSync("web/**/*.{ts,tsx}")
    .filter((file) => !file.includes("lighter-libraries"))
    .flatMap((file) => {
      const code = readFileSync(file, "utf8");
      return unused.filter((pattern) => pattern.test(code)).map((pattern) => `${file}: ${pattern}`);
    });
  expect(trespasses).toEqual([]);
});

test("C11 every page with a loader for the server has one for the browser", () => {
  const lacking = globSync("web/**/*.{page,layout}.tsx").filter((file) => {
    const code = readFileSync(file, "utf8");
    return /export const loader\b/.test(code) && !/export const clientLoader\b/.test(code);
  });
  expect(lacking).toEqual([]);
});
