import { expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { openTestShop } from "#server/testing/shop.ts";
import { toProblem } from "./problem.ts";

const shop = await openTestShop();
const { app } = shop;
const uploads = (Object.entries(api) as [ApiRoute, Endpoint][]).filter(([, { upload }]) => upload);

const send = async (route: string, headers: Record<string, string>, payload: string | Buffer) => {
  const [method, path] = route.split(" ") as ["POST", string];
  const url = `/v1${path.replace(/:\w+/g, "1")}`;
  const answer = await app.http.inject({ method, url, headers, payload });
  return { status: answer.statusCode, body: answer.json() };
};

const part = (boundary: string) =>
  `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\na,b\r\n`;
const form = "multipart/form-data";
/** What is wrong with a multipart request, its content type and its body. */
const malformed: [string, string, string][] = [
  ["no boundary", form, part("x")],
  ["an empty boundary", `${form}; boundary=`, part("")],
  ["an over-long boundary", `${form}; boundary=${"x".repeat(500)}`, part("x".repeat(500))],
  ["a truncated body", `${form}; boundary=x`, part("x")],
  ["a truncated header", `${form}; boundary=x`, "--x\r\nContent-Disp"],
  ["an empty body", `${form}; boundary=x`, ""],
  ["another boundary", `${form}; boundary=x`, `${part("y")}--y--\r\n`],
  ["a header without end", `${form}; boundary=x`, `--x\r\nContent-Disposition: ${"y".repeat(90_000)}`],
  [
    "a field that is no text",
    `${form}; boundary=x`,
    `--x\r\nContent-Disposition: form-data; name="__proto__"\r\n\r\n1\r\n--x--\r\n`,
  ],
];

test.each(malformed)("C11 an upload with %s is a bad request", async (_what, type, body) => {
  for (const [route, { caller }] of uploads) {
    const { token } = await shop.person(caller === "admin" ? "admin" : "customer");
    const headers = { "content-type": type, authorization: `Bearer ${token}` };
    const answer = await send(route, headers, body);
    expect({ route, ...answer }).toMatchObject({ status: expect.toBeOneOf([400, 403, 404, 413, 415]) });
    expect(answer.body.message).toMatch(/^[A-Z][^:]+[.]$/);
  }
});

test("C11 JSON nested deeper than any call needs is a bad request, with an Idempotency-Key too", async () => {
  const { token } = await shop.person("customer");
  const address = { fullname: "Ada", line1: "Street 1", city: "Berlin", postal_code: "10115", country: "DE" };
  const nested = (levels: number) =>
    JSON.stringify(address).replace("{", `{"note":${"[".repeat(levels)}${"]".repeat(levels)},`);
  for (const [route, levels] of [
    ["POST /account/addresses", 5000],
    ["POST /account/addresses", 400_000],
    ["POST /auth/login", 5000],
  ] as const) {
    const headers = {
      "content-type": "application/json",
      "idempotency-key": `${levels}`,
      authorization: `Bearer ${token}`,
    };
    expect(await send(route, headers, nested(levels))).toMatchObject({ status: 400, body: { code: "bad_input" } });
  }
  const brackets = JSON.stringify({ ...address, fullname: `"\\${"[{".repeat(55)}` });
  const headers = { "content-type": "application/json", authorization: `Bearer ${token}` };
  expect((await send("POST /account/addresses", headers, brackets)).status).toBe(201);
});

test("C11 a category file nested too deep is rejected with an explanation", async () => {
  const { token } = await shop.person("admin");
  const deep = `${"[".repeat(100_000)}${"]".repeat(100_000)}`;
  const objects = `[${'{"id":1,"name":'.repeat(100_000)}1${"}".repeat(100_000)}]`;
  for (const json of [deep, objects]) {
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename="c.json"\r\n\r\n${json}\r\n--x--\r\n`;
    const headers = { "content-type": `${form}; boundary=x`, authorization: `Bearer ${token}` };
    const sent = await send("POST /categories/upload", headers, body);
    expect(sent.status).toBe(202);
    await app.jobs.drain();
    const { body: job } = await shop.ask(`GET /imports/${sent.body.job_id}`, { token });
    expect(job.data).toMatchObject({ status: "failed", message: expect.stringMatching(/nested too deep/) });
  }
});

test("C11 a full disk is a 503 with Retry-After", () => {
  expect(toProblem(Object.assign(new Error("no space left on device"), { code: "ENOSPC" }))?.code).toBe("busy");
});
