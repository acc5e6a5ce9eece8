import { sql } from "kysely";
import { beforeEach, expect, test } from "vitest";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Caller, Endpoint } from "#contract/endpoint.ts";
import { problems } from "#contract/problems.ts";
import { openTestShop } from "#server/testing/shop.ts";

const shop = await openTestShop();
const calls = Object.entries(api) as [ApiRoute, Endpoint][];
// All calls come from one address: together they would be more sign-ins than a minute allows.
beforeEach(() => sql`delete from rate_counts`.execute(shop.app.db));
const nobodysUuid = "01890000-0000-7000-8000-000000000000";

/** The path of the route with ids that don't exist. */
const pathOf = (route: string) =>
  route
    .replace(/:(order_id)/g, nobodysUuid)
    .replace(/^(\S+ \/(?:orders|imports|account\/sessions)\/):id/, `$1${nobodysUuid}`)
    .replace(/:\w+/g, "999999");

/** Whether authentication rejected the caller, not the handler. */
const isRejected = (status: number, code: string) => status === 401 || (status === 403 && code === "forbidden");

const admitted: Record<Caller, { nobody: boolean; customer: boolean; admin: boolean }> = {
  anyone: { nobody: true, customer: true, admin: true },
  visitor: { nobody: true, customer: true, admin: true },
  shopper: { nobody: true, customer: true, admin: false },
  user: { nobody: false, customer: true, admin: true },
  customer: { nobody: false, customer: true, admin: false },
  admin: { nobody: false, customer: false, admin: true },
  refresh: { nobody: false, customer: false, admin: false },
};

test("C12 every endpoint of the contract has a handler and an OpenAPI entry", async () => {
  const { body } = await shop.ask("GET /openapi.json");
  const missing = calls.filter(([route]) => {
    const [method, path] = route.split(" ") as [string, string];
    return !body.paths[`/v1${path.replace(/:(\w+)/g, "{$1}")}`]?.[method.toLowerCase()];
  });
  expect(missing.map(([route]) => route)).toEqual([]);
});

/** A customer and an admin, and their tokens. */
const callers = async () => ({
  nobody: undefined,
  customer: (await shop.person("customer")).token,
  admin: (await shop.person("admin")).token,
});
const readers = await callers();

test.each(calls)("P1 P2 P3 P4 %s admits the callers it declares and nobody else", async (route, endpoint) => {
  const as = route.startsWith("GET ") ? readers : await callers();
  for (const [who, token] of Object.entries(as) as [keyof typeof as, string | undefined][]) {
    // `POST /auth/logout` answers 204 to every caller.
    if (endpoint.caller === "refresh" && (route === "POST /auth/logout" || token)) continue;
    const { status, body } = await shop.ask(pathOf(route), {
      token,
      headers: { "idempotency-key": `${who} ${route}` },
    });
    expect({ who, admitted: !isRejected(status, body?.code) }).toEqual({
      who,
      admitted: admitted[endpoint.caller][who],
    });
  }
});

test("S8 422 is declared for invalid tokens only", async () => {
  expect(
    Object.entries(problems)
      .filter(([, { status }]) => status === 422)
      .map(([code]) => code),
  ).toEqual(["token_broken"]);
  expect(calls.filter(([, { problems }]) => problems?.includes("token_broken"))).toEqual([]);
  for (const [route, endpoint] of calls.filter(([, { caller }]) => caller !== "anyone" && caller !== "refresh")) {
    const broken = await shop.ask(pathOf(route), { token: "not.a.token" });
    expect({ route, status: broken.status, code: broken.body.code }).toEqual({
      route,
      status: 422,
      code: "token_broken",
    });
    expect(endpoint.caller).not.toBe("anyone");
  }
});

test.each(calls.filter(([, { body }]) => body))(
  "S8 %s answers bad input with 400, never 422",
  async (route, endpoint) => {
    const { token } = await shop.person(endpoint.caller === "admin" ? "admin" : "customer");
    const { status } = await shop.ask(pathOf(route), {
      token: endpoint.caller === "anyone" ? undefined : token,
      body: [1, 2, 3],
      headers: { "idempotency-key": route },
    });
    expect(status).not.toBe(422);
    expect(status).toBeGreaterThanOrEqual(route.startsWith("POST /webhooks") ? 200 : 400);
    expect(status).toBeLessThan(500);
  },
);
