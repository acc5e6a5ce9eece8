import { expect, onTestFinished, test, vi } from "vitest";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { http } = shop.app;
const cutOff = Object.assign(new Error("terminating connection"), { code: "57P01" });
http.get("/v1/fails", async () => Promise.reject(new Error("a secret of ours")));
http.get("/v1/cut-off", async () => Promise.reject(cutOff));

test("an unexpected error is a 500 without details", async () => {
  const { status, body } = await shop.ask("GET /fails");
  expect(status).toBe(500);
  expect(body).toEqual({ message: expect.any(String), code: "unexpected", request_id: expect.any(String) });
  expect(JSON.stringify(body)).not.toContain("secret");
});

test("a lost database is a 503 with Retry-After", async () => {
  const { status, body, headers } = await shop.ask("GET /cut-off");
  expect(status).toBe(503);
  expect(body.code).toBe("busy");
  expect(headers["retry-after"]).toBe("1");
});

test("a body that is not JSON is a 400 problem", async () => {
  const answer = await http.inject({
    method: "POST",
    url: "/v1/auth/login",
    payload: "{",
    headers: { "content-type": "application/json" },
  });
  expect(answer.statusCode).toBe(400);
  expect(answer.json()).toMatchObject({ code: "bad_input", request_id: expect.any(String) });
});

test("C12 a page shows the OpenAPI document", async () => {
  const answer = await http.inject({ url: "/v1/docs/" });
  expect(answer.statusCode).toBe(200);
  expect(answer.headers["content-type"]).toContain("html");
});

test("T7 with an https PUBLIC_URL every response has HSTS, and the guest cookie is secure", async () => {
  const safe = await openTestShop({ publicUrl: "https://shop.example" });
  const begun = await safe.ask("GET /cart/guest/init");
  expect(begun.headers["strict-transport-security"]).toBe("max-age=63072000; includeSubDomains");
  expect(String(begun.headers["set-cookie"])).toMatch(/guest_id=.*; Secure/);
  const plain = await openTestShop({ publicUrl: "http://shop.example" });
  const open = await plain.ask("GET /cart/guest/init");
  expect(open.headers["strict-transport-security"]).toBeUndefined();
  expect(String(open.headers["set-cookie"])).not.toMatch(/Secure/);
});

test("C11 other origins get no access to the API, and only declared methods are answered", async () => {
  const shop = await openTestShop({ publicUrl: "https://shop.example" });
  const allowedFor = async (origin: string) =>
    (await shop.ask("GET /shop", { headers: { origin } })).headers["access-control-allow-origin"];
  for (const origin of ["https://shop.example", "https://evil.example", "null", "https://shop.example.evil.example"])
    expect([origin, await allowedFor(origin)]).toEqual([origin, "https://shop.example"]);
  const none = await openTestShop();
  const { headers } = await none.ask("GET /shop", { headers: { origin: "https://evil.example" } });
  expect(headers["access-control-allow-origin"]).toBeUndefined();
  for (const method of ["TRACE", "PROPFIND", "PUT"] as const) {
    const { statusCode } = await shop.app.http.inject({ method: method as "PUT", url: "/v1/shop" });
    expect([method, statusCode]).toEqual([method, 404]);
  }
});

test("C11 answers of the API name their charset, and nothing more than its schema of a stored account", async () => {
  const { token } = await shop.person();
  const { headers, body } = await shop.ask("GET /account/profile", { token });
  expect(headers["content-type"]).toBe("application/json; charset=utf-8");
  expect(JSON.stringify(body)).not.toMatch(/password_hash|epoch/);
});

test("16.2.5 addresses are logged without their query, as the one that OpenID providers lead back to has a code", async () => {
  const logged = [vi.spyOn(http.log, "error"), vi.spyOn(http.log, "warn")];
  onTestFinished(() => logged.forEach((spy) => void spy.mockRestore()));
  await http.inject("/v1/fails?code=secret");
  await http.inject("/v1/cut-off?code=secret");
  const urls = logged.map(({ mock }) => (mock.calls[0]?.[0] as { url?: string } | undefined)?.url);
  expect(urls).toEqual(["/v1/fails", "/v1/cut-off"]);
  // What LOG_LEVEL=debug shows of each request.
  const { [Symbol.for("pino.serializers")]: serializers } = http.log as unknown as Record<symbol, never>;
  const { req } = serializers as unknown as { req(request: object): object };
  const shown = req({ method: "GET", url: "/v1/auth/login/google/callback?code=secret", host: "shop.example" });
  expect(shown).toMatchObject({ url: "/v1/auth/login/google/callback" });
});
