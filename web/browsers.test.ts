import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { queryString } from "#web/api/call.ts";
import { paths } from "#web/paths.ts";

/**
 * What the oldest browsers of the README lack (Chrome and Edge 111, Firefox 128, Safari 16.4). A build target changes syntax
 * only. What one of them lacks is asked for first: `"BroadcastChannel" in window`, `@supports`.
 */
const newer: Record<string, RegExp> = {
  "size of URLSearchParams": /\b(?:searchParams|parameters|search|query)\.size\b/,
  "Element.checkVisibility": /\.checkVisibility\b/,
  "showPopover and popover=": /\.(?:show|hide|toggle)Popover\b|\bpopover=/,
  "moveBefore, setHTML, getHTML of elements": /\.(?:moveBefore|setHTML|setHTMLUnsafe)\b/,
  "showPicker, requestClose": /\.(?:showPicker|requestClose)\b/,
  scrollend: /\bscrollend\b|onScrollEnd/,
  requestIdleCallback: /\brequestIdleCallback\b/,
  "navigation API, view transitions": /\bnavigation\.(?:navigate|addEventListener|entries)\b|\.startViewTransition\b/,
  "AbortSignal.any": /\bAbortSignal\.any\b/,
  "URL.canParse, URL.parse": /\bURL\.(?:canParse|parse)\b/,
  "Array.fromAsync": /\bArray\.fromAsync\b/,
  groupBy: /\b(?:Object|Map)\.groupBy\b/,
  "Promise.withResolvers, Promise.try": /\bPromise\.(?:withResolvers|try)\b/,
  "set methods": /\.(?:symmetricDifference|isSubsetOf|isSupersetOf|isDisjointFrom)\(|\)\.(?:union|difference)\(/,
  "iterator helpers":
    /\bIterator\.\w|(?<!Object)\.(?:values|keys|entries|matchAll)\([^()]*\)\s*\.(?:map|filter|find|some|every|reduce|flatMap|take|drop|toArray)\(/,
  "isWellFormed, toWellFormed": /\.(?:is|to)WellFormed\(/,
  "Intl.Segmenter, Intl.DurationFormat": /\bIntl\.(?:Segmenter|DurationFormat)\b/,
  "base64 and hex of bytes": /\.(?:toBase64|toHex|setFromBase64)\(|\bUint8Array\.from(?:Base64|Hex)\b/,
  "RegExp.escape": /\bRegExp\.escape\b/,
  "v flag of regular expressions": /[^/\s]\/[dgimsy]*v[dgimsy]*(?=[\s,;.)\]])/,
  Temporal: /\bTemporal\.\w/,
  cookieStore: /\bcookieStore\./,
};

const sources = () =>
  globSync(["{web,contract,words}/**/*.{ts,tsx}", "public/*.js"], { exclude: ["**/*.test.*", "web/entry.server.tsx"] });

/** Names of variables with search parameters, as in `const text = new URLSearchParams()`. */
const parameterNames = (code: string) =>
  [...code.matchAll(/\b(\w+)(?: = new|:) URLSearchParams\b/g)].map(([, name = ""]) => name);

const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, "");

test("code of the browser uses nothing that the oldest browsers of the README lack", () => {
  const found = sources().flatMap((file) => {
    const code = withoutComments(readFileSync(file, "utf8"));
    const sizes = parameterNames(code).filter((name) => new RegExp(`\\b${name}\\.size\\b`).test(code));
    const names = Object.keys(newer).filter((name) => newer[name]?.test(code));
    return [...names, ...sizes.map((name) => `${name}.size`)].map((what) => `${file}: ${what}`);
  });
  expect(found).toEqual([]);
});

test("the README, the build and this list name the same browsers", () => {
  expect(readFileSync("README.md", "utf8")).toContain("Chrome and Edge 111, Firefox 128 and Safari 16.4 or newer");
  expect(readFileSync("vite.config.ts", "utf8")).toContain('["chrome111", "edge111", "firefox128", "safari16.4"]');
});

test("queries of the API and addresses of pages keep their parameters in Safari 16.4", () => {
  const { size } = Object.getOwnPropertyDescriptors(URLSearchParams.prototype) as Record<string, PropertyDescriptor>;
  delete (URLSearchParams.prototype as { size?: number }).size;
  try {
    expect.soft(queryString({ page: 2, country: "DE" })).toBe("?page=2&country=DE");
    expect.soft(queryString()).toBe("");
    expect.soft(paths.products({ category: "shoes" })).toBe("/products?category=shoes");
    expect.soft(paths.products()).toBe("/products");
    expect.soft(paths.details("lamp", 12)).toBe("/details/lamp?variation=12");
  } finally {
    Object.defineProperty(URLSearchParams.prototype, "size", size as PropertyDescriptor);
  }
});

test("every color that is made of another has a fallback, as Chrome has them from version 119", () => {
  const css = readFileSync("web/theme.css", "utf8");
  const [, fallback = ""] = /@supports not \(color: oklch\(from [^{]*\{\n([\s\S]*?)\n\}/.exec(css) ?? [];
  const relative = [...css.matchAll(/(--[\w-]+):[^;]*\bfrom var\(/g)].map(([, name]) => name);
  expect(relative).toEqual(["--accent-fill", "--on-accent", "--link"]);
  for (const name of relative) expect(fallback).toContain(`${name}:`);
});
