import { randomUUID } from "node:crypto";
import { sql } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import type { Permissions } from "#contract/permissions.ts";
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
/** Calls the API of a shop without a network. */
export async function ask(
  { http }: App,
  route: string,
  { body, token, guestId, headers }: ApiRequest = {},
): Promise<ApiResponse> {
  const [method, path] = route.split(" ") as [string, string];
  const answer = await http.inject({
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
