// node scripts/translations.mjs writes words/en.json: every text of the shop, which translators start from.
import { existsSync, globSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { parseSync } from "vite";

/**
 * Every text in the sources, as { "Add to cart": "Add to cart", "{n} days": { one: "1 day", other: "{n} days" } }, with the
 * messages of problems and of the contract's fields. Throws for a text composed where it is used.
 */
export function allTexts() {
  const texts = findTexts("{web,server,words}");
  for (const message of problemMessages()) texts.set(message, message);
  return Object.fromEntries([...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** For the build: removes texts that only the server uses (emails, documents, problems) from browsers' catalogs. */
export const browserTexts = () => ({
  name: "browser-texts",
  enforce: "pre",
  applyToEnvironment: ({ name }) => name === "client",
  transform: { filter: { id: /\/words\/\w+\.json$/ }, handler: keepBrowserTexts },
});

/** Reduces a catalog (JSON) to the texts of the web layer. */
export function keepBrowserTexts(catalog) {
  const texts = findTexts("{web,words}");
  return JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(catalog)).filter(([text]) => texts.has(text))));
}

function findTexts(layers) {
  const texts = new Map();
  const isTest = (name) => /\.(test|fixture)\.tsx?$/.test(name);
  for (const file of globSync(`${layers}/**/*.{ts,tsx}`, { exclude: isTest }).toSorted()) {
    const source = readFileSync(file, "utf8");
    if (/from "(#words\/say|\.\/say|#web\/ui\/say-with|\.\/say-with)\.ts"/.test(source))
      for (const [key, text] of textsOf(file, source)) texts.set(key, text);
  }
  for (const message of contractMessages()) texts.set(message, message);
  return texts;
}

/** Calls of `say` and `sayWith` in one source whose values don't match the placeholders of their text. */
export function misnamedValues(file, source) {
  const calls = nodes(parseSync(file, source).program, "CallExpression");
  return calls.flatMap((call) => {
    const text = ["say", "sayWith"].includes(call.callee.name) ? literal(call.arguments[0]) : undefined;
    const values = call.arguments.at(-1);
    if (text === undefined || values?.type !== "ObjectExpression") return [];
    const passed = values.properties.map(({ key }) => key?.name).sort();
    const named = [...new Set(text.match(/\{\w+\}/g) ?? [])].map((name) => name.slice(1, -1)).sort();
    return passed.includes(undefined) || String(passed) === String(named) ? [] : [`${file}: ${text} with ${passed}`];
  });
}

/** The texts of one source as [key, text]. */
export function textsOf(file, source) {
  const found = [];
  for (const call of nodes(parseSync(file, source).program, "CallExpression")) {
    const [first, second] = call.arguments.map(literal);
    const name = call.callee.name;
    if (name === "sayCount" && first !== undefined && second !== undefined)
      found.push([second, { one: first, other: second }]);
    else if ((name === "say" || name === "sayWith" || name === "text") && first !== undefined)
      found.push([first, first]);
    else if (
      name === "sayCount" ||
      ((name === "say" || name === "text") && call.arguments[0]?.type === "TemplateLiteral")
    )
      throw new Error(`${file}: ${name} needs a literal text: ${source.slice(call.start, call.end)}`);
  }
  return found;
}

/** Untranslated texts of a component: between tags, and in visible or accessible attributes. */
export function untranslatedTexts(file, source) {
  const program = parseSync(file, source).program;
  const between = nodes(program, "JSXText").map(({ value }) => value.trim());
  const attributes = nodes(program, "JSXAttribute")
    .filter(({ name, value }) => textAttributes.has(name.name) && value?.type === "Literal")
    .map(({ value }) => String(value.value));
  return [...between, ...attributes].filter((text) => /\p{L}{2}/u.test(text));
}

const textAttributes = new Set(["alt", "aria-label", "hint", "label", "placeholder", "says", "title", "words"]);

function literal(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
  if (node?.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [literal(node.left), literal(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}

/** All syntax nodes of a type, in source order. */
function nodes(tree, type, found = []) {
  if (Array.isArray(tree)) for (const part of tree) nodes(part, type, found);
  else if (tree && typeof tree === "object") {
    if (tree.type === type) found.push(tree);
    for (const part of Object.values(tree)) if (part && typeof part === "object") nodes(part, type, found);
  }
  return found;
}

const problemMessages = () =>
  nodes(parseSync("problems.ts", readFileSync("contract/problems.ts", "utf8")).program, "Property")
    .filter(({ key }) => key.name === "says")
    .map(({ value }) => literal(value));

/** Validation messages of the contract: `.min(8, "Use at least 8 characters.")`. */
function contractMessages() {
  const files = globSync("contract/**/*.ts", { exclude: (name) => name.endsWith(".test.ts") }).toSorted();
  const programs = files.map((file) => parseSync(file, readFileSync(file, "utf8")).program);
  const resources = new Set(
    programs
      .flatMap((program) => nodes(program, "VariableDeclarator"))
      .flatMap(({ id, init }) => (rootOf(init) === "resource" ? [id.name] : [])),
  );
  return programs.flatMap((program) => {
    const rules = nodes(program, "CallExpression")
      // The arguments of `coupon.create(…)` are summaries for the API reference.
      .filter(({ callee }) => callee.type === "MemberExpression" && !resources.has(rootOf(callee)))
      .flatMap((call) => call.arguments.map(literal));
    const named = nodes(program, "Property").flatMap(({ key, value }) =>
      key.name === "error" || key.name === "message" ? [literal(value)] : [],
    );
    return [...rules, ...named].filter((text) => /^\p{Lu}.*(\.| required)$/u.test(text ?? ""));
  });
}

/** The name that a chain of calls begins with, such as `coupon` of `coupon.alsoFor("orders").list`. */
function rootOf(node) {
  if (node?.type === "CallExpression") return rootOf(node.callee);
  return node?.type === "MemberExpression" ? rootOf(node.object) : node?.name;
}

/** The sources that storefront pages use, imports included. The dashboard is in English. */
export function storefrontSources() {
  const isDashboard = (file) => /^web\/dashboard\/|\.admin\.(page|layout)\.tsx$/.test(file);
  const seen = new Set(
    globSync("web/{root.tsx,entry.*.tsx,**/*.{page,layout}.tsx}").filter((file) => !isDashboard(file)),
  );
  for (const file of seen)
    for (const [, named = ""] of readFileSync(file, "utf8").matchAll(/["'](#web\/[^"']+|\.\/[^"']+)["']/g)) {
      const found = named.startsWith("#") ? named.slice(1) : join(dirname(file), named);
      if (/\.tsx?$/.test(found) && existsSync(found) && !isDashboard(found)) seen.add(found);
    }
  return seen;
}

if (process.argv[1]?.endsWith("translations.mjs")) {
  const texts = allTexts();
  writeFileSync("words/en.json", `${JSON.stringify(texts, null, 2)}\n`);
  console.log(`${Object.keys(texts).length} texts.`);
}
