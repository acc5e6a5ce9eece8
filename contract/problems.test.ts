import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { problems } from "./problems.ts";

/** The arguments of each matcher in the tests, such as `.toBe(…)`. Brackets inside of quotes don't count. */
function expectations(tests: string): string[] {
  const code = tests.replace(/^\s*(\/\/|\*|\/\*).*$/gm, "");
  return [...code.matchAll(/\)(\.not|\.rejects|\.resolves)*\.to[A-Z]\w*\(/g)].flatMap(
    ({ 0: start, 1: turned, index }) => (turned === ".not" ? [] : [upToItsEnd(code, index + start.length)]),
  );
}

function upToItsEnd(code: string, from: number) {
  const tokens = /"(?:\\.|[^"\\])*"|'(?:\\.|[^'\\])*'|`(?:\\.|[^`\\])*`|[()]/g;
  tokens.lastIndex = from;
  let open = 1;
  for (let token = tokens.exec(code); token; token = tokens.exec(code)) {
    open += token[0] === "(" ? 1 : token[0] === ")" ? -1 : 0;
    if (open === 0) return code.slice(from, token.index);
  }
  return code.slice(from);
}

test("C11 every problem is expected by a test that calls the shop", () => {
  const texts = globSync("server/**/*.test.ts").map((file) => readFileSync(file, "utf8"));
  const calling = texts.filter((text) => /open\w*Shop\(/.test(text));
  const expected = calling.flatMap(expectations);
  const never = Object.keys(problems).filter((code) => !expected.some((what) => what.includes(`"${code}"`)));
  expect(never).toEqual([]);
});

test("C11 a code that is only mentioned does not count as expected", () => {
  const mentioned = `
    // expect(body.code).toBe("busy");
    const code = "busy";
    expect(await refused("busy")).toBe("stale"); expect(code).not.toBe("busy");`;
  expect(expectations(mentioned)).toEqual(['"stale"']);
  expect(expectations(`expect(await ask("a)")).toMatchObject({ code: "busy", says: f(")") });`)).toEqual([
    '{ code: "busy", says: f(")") }',
  ]);
});

test("C11 every problem has a readable message and a common status", () => {
  for (const [code, { status, says }] of Object.entries(problems)) {
    expect(says, code).toMatch(/^[A-Z].{12,}[.]$/);
    expect([400, 401, 403, 404, 409, 413, 414, 415, 422, 429, 500, 503], code).toContain(status);
  }
});
