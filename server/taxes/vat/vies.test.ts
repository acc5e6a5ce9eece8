import { afterAll, expect, test } from "vitest";
import { startFakeVies, viesErrors } from "#server/testing/fake-vies.ts";
import { viesRegistry } from "./vies.ts";

const vies = await startFakeVies();
afterAll(() => vies.close());
const [id, own] = [
  { prefix: "AT", number: "U12345675" },
  { prefix: "DE", number: "123456788" },
];

test("VIES: a valid number has a name and a consultation number, an invalid one neither", async () => {
  const registry = viesRegistry(vies.apiBase);
  const valid = { state: "valid", name: "ENGINES GMBH", consultationNumber: "WAPIAAAAY1234567" };
  expect(await registry.check(id, own)).toEqual(valid);
  vies.behavior = "invalid";
  expect(await registry.check(id, own)).toEqual({ state: "invalid" });
});

test("VIES: an error is no answer about a number, whatever its HTTP status and wherever it is written", async () => {
  const registry = viesRegistry(vies.apiBase);
  for (const behavior of [...viesErrors, "error beside"] as const) {
    vies.behavior = behavior;
    const state = behavior === "INVALID_INPUT" ? "invalid" : "unavailable";
    expect(await registry.check(id, own), behavior).toMatchObject({ state });
  }
});

test("VIES: texts that the database refuses are cleaned or left out", async () => {
  vies.behavior = "odd texts";
  const answer = { state: "valid", name: "ENGINES GMBH", consultationNumber: null };
  expect(await viesRegistry(vies.apiBase).check(id, own)).toEqual(answer);
});

test("VIES: without an answer in time, or a server, nothing is confirmed", async () => {
  vies.behavior = "silent";
  const hasty = viesRegistry(vies.apiBase, { milliseconds: 50 });
  expect(await hasty.check(id, own)).toMatchObject({ state: "unavailable", why: "TimeoutError" });
  expect(await viesRegistry("http://127.0.0.1:1").check(id, own)).toMatchObject({ state: "unavailable" });
});

test("VIES: more than a few questions at once, or many in a minute, are not sent", async () => {
  vies.behavior = "silent";
  const registry = viesRegistry(vies.apiBase, { milliseconds: 500 });
  const before = vies.requests.length;
  const answers = await Promise.all(Array.from({ length: 10 }, () => registry.check(id, own)));
  expect(answers.filter(({ state }) => state === "unavailable")).toHaveLength(10);
  expect(vies.requests.length - before).toBe(4);
  vies.behavior = "valid";
  const busy = viesRegistry(vies.apiBase);
  const states: string[] = [];
  for (let asked = 0; asked < 62; asked++) states.push((await busy.check(id, own)).state);
  // A new minute may begin meanwhile.
  expect(states.slice(0, 60)).not.toContain("unavailable");
});
