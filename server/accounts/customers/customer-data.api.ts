import { listAddresses } from "#server/accounts/addresses/addresses.sql.ts";
import { listChangesOf } from "#server/accounts/audit/audit.sql.ts";
import { findConfirmedEmail } from "#server/accounts/deletion/deletion.sql.ts";
import { eraseCustomer } from "#server/accounts/deletion/deletion.ts";
import { listIdentities } from "#server/accounts/google/identities.sql.ts";
import { listProvisional } from "#server/accounts/provisional/provisional.sql.ts";
import { listSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { listContactEmails } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { mayRead } from "#server/platform/auth/caller.ts";
import { type Tx, valuesOf } from "#server/platform/database/database.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { type Actor, actorOf, lockCustomerAccount } from "./customers.ts";
import { mergeCustomers, previewMerge } from "./merge.ts";

/** Endpoints for the requests of customers about their data. */
export function customerDataRoutes(app: App) {
  app.write("POST /customers/:id/data", async (tx, { params }, call) => {
    // Without orders the answer would be incomplete, and what the law asks for has to be all.
    if (!mayRead(call.caller, "orders")) throw new Problem("forbidden");
    return collectData(app, tx, params.id, actorOf(call));
  });
  app.answer("GET /customers/:id/merge", ({ params: { id }, query }, call) =>
    previewMerge(app, { fromId: id, intoId: query.into_id }, actorOf(call)),
  );
  const recordsItself = true;
  app.write(
    "POST /customers/:id/merge",
    (tx, { params: { id }, body }, call) =>
      mergeCustomers(app, tx, { fromId: id, intoId: body.into_id }, actorOf(call)),
    { recordsItself },
  );
  app.handle(
    "POST /customers/:id/erasure",
    ({ params, body }, call) => eraseCustomer(app, params.id, body.confirmation, actorOf(call)),
    { recordsItself },
  );
}

/** What the copy shows of recorded changes: values of the customer's own data, not what staff noted about them. */
const changedFields = ["account_status", "role", "fullname", "username", "email", "merged_account"];

/** Everything a customer has given the shop, by kind; without notes and tags of staff. */
async function collectData({ events }: App, tx: Tx, id: number, actor: Actor): Promise<Record<string, unknown>> {
  const { tags: _, ...profile } = await lockCustomerAccount(tx, id, actor);
  const email = await findConfirmedEmail(tx, id);
  const guests = email === undefined ? [] : await listProvisional(tx, email);
  const data: Record<string, unknown> = {
    profile,
    addresses: await listAddresses(tx, id),
    sessions: await listSessions(tx, id, { most: null }),
    provisional_accounts: guests,
    sign_in_providers: await listIdentities(tx, id),
    confirmed_emails: await listContactEmails(tx, id),
  };
  const guestIds = valuesOf(guests, "id");
  await events.emit(tx, "account.data_requested", { userId: id, email, guestIds, data });
  data.changes = await listChangesOf(tx, [id, ...guestIds], changedFields);
  return data;
}
