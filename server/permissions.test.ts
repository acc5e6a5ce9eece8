import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import { expect, test } from "vitest";
import type { Role } from "#contract/accounts/accounts.ts";
import { type ApiRoute, api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import { allPermissions, isPermitted, PermissionArea, type Permissions } from "#contract/resources/permissions.ts";
import { openAdmin } from "./testing/admin.ts";
import { selling } from "./testing/selling.ts";
import { openTestShop } from "./testing/shop.ts";

const shop = await openTestShop({ logLevel: "silent" });
const { app, ask } = shop;
const { bought, fill } = selling(shop);
const address = { fullname: "Ada Person", line1: "Lindenstr. 1", city: "Berlin", postal_code: "10969", country: "DE" };

/** The objects of the calls; all belong to one customer. */
async function makeOwner() {
  const admin = await shop.person("admin");
  const { buyer, id: order, order: placed, variation } = await bought();
  const as = { token: buyer.token };
  const key = () => ({ "idempotency-key": randomUUID() });
  await ask(`POST /orders/${order}/fulfilments`, { token: admin.token, headers: key(), body: { carrier: "DHL" } });
  const { body: shipped } = await ask(`GET /orders/${order}`, as);
  const shipment = shipped.data.fulfilments[0].id;
  await ask(`POST /fulfilments/${shipment}/deliver`, { token: admin.token, headers: key() });
  const items = [{ order_item_id: placed.items[0].id, quantity: 1, reason_code: "damaged" }];
  const { body: returned } = await ask("POST /returns", { ...as, headers: key(), body: { order_id: order, items } });
  const review = await ask("POST /review", {
    ...as,
    headers: key(),
    body: { product_id: variation.productId, rating: 5 },
  });
  const saved = await ask("POST /account/addresses", { ...as, headers: key(), body: address });
  const { rows } = await sql<{ family: string }>`
    insert into sessions (id, user_id, family_id, refresh_hash, expires_at)
    values (${randomUUID()}, ${buyer.id}, ${randomUUID()}, '\\x00', now() + interval '1 day')
    returning family_id as family`.execute(app.db);
  await ask("POST /wishlist", { ...as, body: { product_id: variation.productId } });
  await fill(buyer, variation.id);
  const { body: cart } = await ask("GET /cart", as);
  await app.jobs.drain();
  const { body: notes } = await ask("GET /notifications", as);
  const { body: documents } = await ask(`GET /orders/${order}/documents`, as);
  const { coupon, card } = await openAdmin(shop);
  return {
    buyer,
    ids: {
      "/orders": order,
      "/payments": order,
      "/returns": returned.data?.id,
      "/reviews": review.body.data?.id,
      "/account/addresses": saved.body.data?.id,
      "/account/sessions": rows[0]?.family,
      "/cart/gift-card": 1,
      "/cart": cart.items[0]?.id,
      "/wishlist": variation.productId,
      "/notifications": notes.data[0]?.id,
      "/documents": documents.data[0]?.id,
      "/fulfilments": shipment,
      "/product": variation.productId,
      "/variations": variation.id,
      "/stock-alerts": variation.id,
      "/coupons": (await coupon()).id,
      "/gift-cards": (await card(500)).id,
      "/customers": buyer.id,
      "/imports": randomUUID(),
    } as Record<string, string | number | undefined>,
    bodies: {
      "PUT /account/addresses/:id": address,
      "POST /returns": { order_id: order, items },
      "POST /review": { product_id: variation.productId, rating: 4 },
      "POST /reviews/:id/vote": { value: 1 },
      "PUT /orders/:id/refund-account": { iban: "DE02120300000000202051" },
      "POST /payments/:order_id": { provider: "demo" },
      "POST /payments/:order_id/confirm": { token: "unknown" },
    } as Partial<Record<ApiRoute, object>>,
  };
}

const { buyer: owner, ids, bodies } = await makeOwner();
const callers = {
  stranger: undefined,
  "other customer": (await shop.person()).id,
  "blocked customer": (await shop.person()).id,
  owner: owner.id,
  "staff without area": (await shop.person("staff")).id,
  "staff read": (await shop.person("staff", Object.fromEntries(PermissionArea.options.map((area) => [area, "read"]))))
    .id,
  "staff write": (await shop.person("staff", allPermissions)).id,
  admin: (await shop.person("admin")).id,
};
await sql`
  update users set account_status = 'blocked' where id = ${callers["blocked customer"]}`.execute(app.db);

/** A token that is valid now: some calls end the tokens of an account. */
async function tokenOf(id: number | undefined) {
  if (id === undefined) return undefined;
  const { rows } = await sql<{ role: Role; token_epoch: number }>`
    select role, token_epoch from users where id = ${id}`.execute(app.db);
  const { role = "customer", token_epoch: epoch = 0 } = rows[0] ?? {};
  return app.tokens.sign({ userId: id, role, sessionFamily: randomUUID(), epoch });
}

const addressOf = (route: string) => {
  const [, path = ""] = route.split(" ");
  const prefix = Object.keys(ids)
    .filter((one) => path.startsWith(`${one}/:`))
    .toSorted((one, other) => other.length - one.length)[0];
  return route.replace(/:\w+/, String((prefix && ids[prefix]) ?? 1)).replace(/:\w+/g, "1");
};

let requests = 0;
async function statusOf(route: ApiRoute, id: number | undefined) {
  const { body } = api[route] as Endpoint;
  const headers = { "idempotency-key": randomUUID(), "x-forwarded-for": `10.9.${++requests >> 8}.${requests & 255}` };
  const sent = body ? { body: bodies[route] ?? {} } : {};
  return (await ask(addressOf(route), { token: await tokenOf(id), headers, ...sent })).status;
}

const table: { route: ApiRoute; caller: Endpoint["caller"]; statuses: Record<keyof typeof callers, number> }[] = [];
for (const [route, { caller }] of Object.entries(api) as [ApiRoute, Endpoint][]) {
  const statuses: Partial<Record<keyof typeof callers, number>> = {};
  for (const [name, id] of Object.entries(callers) as [keyof typeof callers, number | undefined][])
    statuses[name] = await statusOf(route, id);
  table.push({ route, caller, statuses: statuses as Record<keyof typeof callers, number> });
}

const permissionOf = (route: ApiRoute) => (api[route] as Endpoint).permission;
function needOf(route: ApiRoute) {
  const needed = permissionOf(route);
  if (!needed) return "-";
  return needed.areas.length > 0 ? `${needed.areas.join(" or ")}: ${needed.access}` : "to be administrators";
}

test("P1 P2 P3 P5 every call answers each kind of caller as docs/permissions.md says", async () => {
  const names = Object.keys(callers) as (keyof typeof callers)[];
  const rows = table.map(
    ({ route, caller, statuses }) =>
      `| \`${route}\` | ${caller} | ${needOf(route)} | ${names.map((name) => statuses[name]).join(" | ")} |`,
  );
  const page = `# Permissions

Every call of the API, and the status it answers to each kind of caller; written by \`server/permissions.test.ts\`
(\`npx vitest run server/permissions.test.ts -u\`), which fails when an answer changes.

Ids in the path are those of things that belong to the owner; bodies are valid where ownership depends on them and empty
otherwise, so 400 and 409 mean that the caller may try. A blocked customer still has a token from before. Staff have no,
read or write access to every area of \`contract/resources/permissions.ts\`; access to one of the areas a call names is enough.

| Call | Declared caller | Staff need | ${names.join(" | ")} |
|---|---|---|${names.map(() => "---|").join("")}
${rows.join("\n")}
`;
  await expect(page).toMatchFileSnapshot("../docs/permissions.md");
});

const refusedTo = (name: keyof typeof callers, allowed: (status: number) => boolean, declared: Endpoint["caller"][]) =>
  table
    .filter(({ caller, statuses }) => declared.includes(caller) && !allowed(statuses[name]))
    .map(({ route, statuses }) => `${route} ${statuses[name]}`);

test("P2 P3 strangers and blocked customers are refused wherever a session is needed", () => {
  for (const name of ["stranger", "blocked customer"] as const)
    expect(refusedTo(name, (status) => status === 401, ["user", "customer", "admin"])).toEqual([]);
});

test("P3 staff are refused by calls for customers, and by those for the dashboard without the permission", () => {
  const isForbidden = (status: number) => status === 403;
  for (const name of ["staff without area", "staff read", "staff write"] as const)
    expect(refusedTo(name, isForbidden, ["customer", "shopper"])).toEqual([]);
  const ofAdmins = table.filter(({ caller }) => caller === "admin");
  const wrong = ofAdmins.filter(({ route, statuses }) => {
    const { areas = [], access } = permissionOf(route) ?? {};
    const expected = { "staff read": areas.length > 0 && access === "read", "staff write": areas.length > 0 };
    return (
      !isForbidden(statuses["staff without area"]) ||
      isForbidden(statuses["staff read"]) === expected["staff read"] ||
      isForbidden(statuses["staff write"]) === expected["staff write"]
    );
  });
  expect(wrong.map(({ route }) => route)).toEqual([]);
});

test("P3 every call for the dashboard has an area, and staff may do in each what their permission for it says", async () => {
  const ofAdmins = table.filter(({ caller }) => caller === "admin").map(({ route }) => route);
  expect(ofAdmins.filter((route) => !permissionOf(route))).toEqual([]);
  const allowed = (permissions: Permissions) =>
    ofAdmins.filter((route) => isPermitted(permissions, permissionOf(route)));
  for (const area of PermissionArea.options) {
    const only = ofAdmins.filter((route) => permissionOf(route)?.areas.includes(area));
    expect(allowed({ [area]: "write" })).toEqual(only);
    expect(allowed({ [area]: "read" })).toEqual(only.filter((route) => permissionOf(route)?.access === "read"));
  }
});

test("P3 customers are refused by every call for administrators, and administrators by those for customers", () => {
  for (const name of ["other customer", "owner"] as const)
    expect(refusedTo(name, (status) => status === 403, ["admin"])).toEqual([]);
  expect(refusedTo("admin", (status) => status === 403, ["customer", "shopper"])).toEqual([]);
});

test("P5 what belongs to one customer is 404 to another", () => {
  const owned = /^\w+ \/(orders|payments|documents|account\/(addresses|sessions)|notifications)\/:/;
  const seen = table.filter(({ route, caller }) => owned.test(route) && caller !== "admin");
  expect(seen.length).toBeGreaterThan(12);
  expect(seen.filter(({ statuses }) => statuses["other customer"] !== 404)).toEqual([]);
});
