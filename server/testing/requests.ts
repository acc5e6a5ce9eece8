import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import { api } from "#contract/api.ts";
import type { Endpoint } from "#contract/endpoint.ts";
import type { Permissions } from "#contract/resources/permissions.ts";
import type { App } from "#server/platform/app.ts";
import { listRows } from "#server/platform/database/database.ts";

export interface ApiRequest {
  body?: unknown;
  token?: string | undefined;
  guestId?: string | undefined;
  headers?: Record<string, string>;
}
export interface ApiResponse {
  status: number;
  // Tests read answers freely; their shapes are the contract's business.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any;
  headers: Record<string, unknown>;
}
/**
 * Calls the API of a shop without a network. As screens do, it sends an idempotency key where one is required (an empty one
 * in `headers` sends none), and the version of the order that is changed, unless `body` says what it was decided on.
 */
export async function ask(
  app: App,
  route: string,
  { body: given, token, guestId, headers: named }: ApiRequest = {},
): Promise<ApiResponse> {
  const [method, path] = route.split(" ") as [string, string];
  const { "idempotency-key": key, ...others } = { ...keyFor(route), ...named };
  const headers = key ? { ...others, "idempotency-key": key } : others;
  const body = await decided(app, path, given, key);
  const answer = await app.http.inject({
    method: method as "GET",
    url: `/v1${path}`,
    headers: {
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(guestId ? { cookie: `guest_id=${guestId}` } : {}),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: body as object }),
  });
  const json = String(answer.headers["content-type"]).includes("json");
  return { status: answer.statusCode, body: json ? answer.json() : answer.body, headers: answer.headers };
}

const keyedPaths = Object.entries(api as Record<string, Endpoint>)
  .filter(([, { idempotency }]) => idempotency === "required")
  .map(([route]) => new RegExp(`^${route.replace(/:\w+/g, "[^/]+")}$`));
const keyFor = (route: string): Record<string, string> =>
  keyedPaths.some((path) => path.test(route)) ? { "idempotency-key": randomUUID() } : {};

/** What a change was decided on, by its idempotency key: a retry sends the same again. */
const decidedOn = new Map<string, object>();

const moneyActions = "cancel|lines/cancel|refunds|receive|received|capture";
const goodsActions = "start|pack|hold|fulfilments|deliver";
const decidedPaths = new RegExp(`^/(orders|returns|payments|fulfilments)/([^/]+)/(${moneyActions}|${goodsActions})$`);

async function decided({ db }: App, path: string, given: unknown, key = "") {
  const [, what, id, action] = decidedPaths.exec(path) ?? [];
  if (!what || !id) return given;
  const body = given === undefined && (action === "capture" || action === "deliver") ? {} : given;
  if (typeof body !== "object" || body === null || "version" in body || "status" in body) return body;
  const known = decidedOn.get(key);
  if (known) return { ...known, ...body };
  const table = sql.table(what);
  const isPart = what === "returns" || what === "fulfilments";
  const orderId = isPart ? sql`(select order_id::text from ${table} where id::text = ${id})` : sql`${id}`;
  const [order] = await listRows<{ version: number; status: string }>(db)`
    select version, status from orders where id::text = ${orderId}`;
  const { version, status } = order ?? { version: 1, status: "confirmed" };
  const state = action === "cancel" && what === "orders" ? { status } : { version };
  if (key) decidedOn.set(key, state);
  return { ...state, ...body };
}

/** A new account and a token for it; permissions are those of staff. */
export async function person({ db, tokens }: App, role: Role = "customer", permissions: Permissions = {}) {
  const email = `${randomUUID()}@example.com`;
  const rows = await listRows<{ id: number }>(db)`
    insert into users (email, email_verified_at, fullname, role)
    values (${email}, now(), 'Test Person', ${role})
    returning id`;
  const id = rows[0]?.id ?? 0;
  await sql`
    insert into staff_permissions (user_id, area, access)
    select ${id}, key, value from jsonb_each_text(${JSON.stringify(permissions)}::jsonb)`.execute(db);
  return { id, email, token: await tokens.sign({ userId: id, role, sessionFamily: randomUUID(), epoch: 0 }) };
}
