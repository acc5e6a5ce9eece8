import { expect, test } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const token = "a-token-for-the-monitoring";
const shop = await openTestShop({ metricsToken: token });
const read = (headers: Record<string, string> = {}) =>
  shop.app.http.inject({ method: "GET", url: "/metrics", headers });
const elsewhere = { "x-forwarded-for": "203.0.113.9" };

test("C11 /metrics shows requests, connections, the response cache, jobs and the process", async () => {
  await shop.ask("GET /shop");
  await shop.ask("GET /shop");
  await shop.ask("POST /auth/login", { body: {} });
  await shop.ask("POST /auth/password/forgot", { body: { username: "somebody" } });
  const { statusCode, headers, body } = await read();
  expect([statusCode, headers["content-type"]]).toEqual([200, "text/plain; version=0.0.4; charset=utf-8"]);
  const request = (method: string, route: string, status: number) =>
    `kiosk_http_request_duration_seconds_count{method="${method}",route="${route}",status="${status}"}`;
  expect(body).toContain(`${request("GET", "/v1/shop", 200)} 2\n`);
  expect(body).toContain(`${request("POST", "/v1/auth/login", 400)} 1\n`);
  expect(body).toContain('kiosk_response_cache_total{kind="answer",outcome="hit"} 1\n');
  expect(body).toContain('kiosk_jobs{task="accounts.password-reset",state="ready"} 1\n');
  expect(body).toMatch(/kiosk_db_connections\{state="idle"\} [1-9]/);
  expect(body).toMatch(/process_resident_memory_bytes \d{7,}/);
  const lines = body.trim().split("\n");
  expect(lines.filter((line) => !/^(# (HELP|TYPE) \w+ .+|\w+(\{[^}]*\})? [\d.e+-]+)$/.test(line))).toEqual([]);
});

test("C11 /metrics is open to this machine, administrators and METRICS_TOKEN only", async () => {
  const admin = await shop.person("admin");
  const customer = await shop.person();
  const status = async (authorization?: string) =>
    (await read({ ...elsewhere, ...(authorization ? { authorization } : {}) })).statusCode;
  expect(await status()).toBe(404);
  expect(await status(`Bearer ${token}`)).toBe(200);
  expect(await status(`Bearer ${admin.token}`)).toBe(200);
  expect(await status(`Bearer ${customer.token}`)).toBe(404);
  expect(await status("Bearer another")).toBe(404);
  // As many characters as the token, and more bytes.
  expect(await status(`Bearer ${"é".repeat(token.length)}`)).toBe(404);
});

test("C11 a proxy on this machine that names no client does not open /metrics", async () => {
  for (const name of ["x-forwarded-proto", "x-forwarded-host", "forwarded", "x-real-ip"])
    expect((await read({ [name]: "https" })).statusCode).toBe(404);
  expect((await read()).statusCode).toBe(200);
});
