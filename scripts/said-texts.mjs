import { globSync, readFileSync } from "node:fs";
import { parseSync } from "vite";

const filesOf = (rooms) =>
  globSync(`${rooms}/**/*.{ts,tsx}`, { exclude: (name) => /\.(test|fixture)\.tsx?$/.test(name) }).toSorted();

/**
 * Every text the sources say: `{ "Add to cart": "Add to cart", "{n} products": { one: "1 product", other: "{n} products" } }`,
 * the words of every problem, and what the contract says of fields. Throws where a text is put together, as no catalogue could hold it.
 */
export function saidTexts() {
  const texts = textsIn("{web,server}");
  for (const says of problemWords()) texts.set(says, says);
  return Object.fromEntries([...texts].toSorted(([one], [other]) => (one < other ? -1 : 1)));
}

/** The keys of what screens say by themselves. Letters, papers and refusals come from the shop in its language. */
export const screenTexts = () => new Set(textsIn("web").keys());

function textsIn(rooms) {
  const texts = new Map();
  for (const file of filesOf(rooms)) {
    const source = readFileSync(file, "utf8");
    if (/from "(#words\/say|#web\/ui\/say-with|\.\/say-with)\.ts"/.test(source))
      for (const [key, saying] of textsOf(file, source)) texts.set(key, saying);
  }
  for (const says of contractWords()) texts.set(says, says);
  return texts;
}

/** The texts of one source. */
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
      throw new Error(`${file}: ${name} wants plain texts: ${source.slice(call.start, call.end)}`);
  }
  return found;
}

/** What a screen shows that is in no catalogue: text between tags, and texts of attributes that people read or hear. */
export function bareTexts(file, source) {
  const program = parseSync(file, source).program;
  const between = nodes(program, "JSXText").map(({ value }) => value.trim());
  const attributes = nodes(program, "JSXAttribute")
    .filter(({ name, value }) => shown.has(name.name) && value?.type === "Literal")
    .map(({ value }) => String(value.value));
  return [...between, ...attributes].filter((words) => /\p{L}{2}/u.test(words));
}

const shown = new Set(["alt", "aria-label", "hint", "label", "placeholder", "says", "title", "words"]);

function literal(node) {
  if (node?.type === "Literal" && typeof node.value === "string") return node.value;
  if (node?.type === "TemplateLiteral" && node.expressions.length === 0) return node.quasis[0].value.cooked;
  if (node?.type === "BinaryExpression" && node.operator === "+") {
    const [left, right] = [literal(node.left), literal(node.right)];
    return left === undefined || right === undefined ? undefined : left + right;
  }
  return undefined;
}

/** All nodes of a kind, in the order of the source. */
function nodes(tree, type, found = []) {
  if (Array.isArray(tree)) for (const part of tree) nodes(part, type, found);
  else if (tree && typeof tree === "object") {
    if (tree.type === type) found.push(tree);
    for (const part of Object.values(tree)) if (part && typeof part === "object") nodes(part, type, found);
  }
  return found;
}

const problemWords = () =>
  nodes(parseSync("problems.ts", readFileSync("contract/problems.ts", "utf8")).program, "Property")
    .filter(({ key }) => key.name === "says")
    .map(({ value }) => literal(value));

/** What is wrong with a field, as the contract's shapes say it: `.min(8, "At least 8 characters.")`. */
const contractWords = () =>
  globSync("contract/**/*.ts", { exclude: (name) => name.endsWith(".test.ts") })
    .toSorted()
    .flatMap((file) => {
      const { program } = parseSync(file, readFileSync(file, "utf8"));
      const rules = nodes(program, "CallExpression")
        .filter(({ callee }) => callee.type === "MemberExpression")
        .flatMap((call) => call.arguments.map(literal));
      const named = nodes(program, "Property").flatMap(({ key, value }) =>
        key.name === "error" || key.name === "message" ? [literal(value)] : [],
      );
      return [...rules, ...named].filter((words) => /^\p{Lu}.*(\.| required)$/u.test(words ?? ""));
    });
