import { listSessions } from "#server/accounts/sessions/sessions.sql.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { endCustomerSessions, sendSignInEmail } from "./customer-sign-in.ts";
import { actorOf } from "./customers.api.ts";
import { findCustomer } from "./customers.sql.ts";

/** Endpoints for staff who help a customer to sign in, or sign a customer out. */
export function customerSignInRoutes(app: App) {
  const { db, handle } = app;
  handle("GET /customers/:id/sessions", async ({ params: { id } }) => {
    assertFound(await findCustomer(db, id));
    return { data: await listSessions(db, id) };
  });
  for (const route of ["DELETE /customers/:id/sessions", "DELETE /customers/:id/sessions/:session_id"] as const)
    handle(route, ({ params }, call) => endCustomerSessions(db, params, actorOf(call)));
  handle("POST /customers/:id/sign-in-email", ({ params, body }, call) =>
    sendSignInEmail(app, params.id, body.kind, actorOf(call)),
  );
}
