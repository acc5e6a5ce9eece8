import { auditRoutes } from "#server/accounts/audit/audit.api.ts";
import { deleteOldChanges, eraseNotesOfChanges } from "#server/accounts/audit/audit.sql.ts";
import { customerDataRoutes } from "#server/accounts/customers/customer-data.api.ts";
import { customersRoutes } from "#server/accounts/customers/customers.api.ts";
import { googleRoutes } from "#server/accounts/google/google.api.ts";
import { registerErasureJob } from "#server/accounts/provisional/erase.ts";
import { takeCartAlong } from "#server/accounts/provisional/guest-sign-in.ts";
import { joinProvisionalAccounts } from "#server/accounts/provisional/join.ts";
import { deleteOldTokens } from "#server/accounts/recovery/one-time-tokens.sql.ts";
import { deleteOldSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { signInRoutes } from "#server/accounts/sign-in/sign-in.api.ts";
import { deleteOldAttempts } from "#server/accounts/sign-in/throttle.sql.ts";
import { getVisitor } from "#server/accounts/sign-in/visitor.ts";
import { staffRoutes } from "#server/accounts/staff/staff.api.ts";
import { findUserById } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { assertFound } from "#server/platform/http/problem.ts";
import { retainedFrom } from "#server/shop/shop.ts";
import { myAccountRoutes } from "./my-account.api.ts";
import { verifyOwner } from "./owner-proof.ts";

/** Account endpoints: sign-in, the caller's account, and customers for administrators. */
export function accountsRoutes(app: App) {
  signInRoutes(app);
  googleRoutes(app);
  myAccountRoutes(app);
  customersRoutes(app);
  customerDataRoutes(app);
  staffRoutes(app);
  auditRoutes(app);
  registerErasureJob(app);
  app.events.on("account.signed_in", async (tx, signedIn) => {
    await joinProvisionalAccounts(app, tx, signedIn.userId, signedIn.device);
    await takeCartAlong(app, tx, signedIn);
  });
  app.events.on("shop.protected_settings_changing", async (tx, { proof, call }) => {
    const person = assertFound(await findUserById(tx, userId(call.caller)));
    const useProof = await verifyOwner(app, person, proof, getVisitor(app, call));
    await useProof(tx);
  });
  app.jobs.schedule("accounts.tidy", "17 3 * * *", async () => {
    await deleteOldSessions(app.db);
    await deleteOldAttempts(app.db);
    await deleteOldTokens(app.db);
    await eraseNotesOfChanges(app.db);
    await deleteOldChanges(app.db, await retainedFrom(app, "change_days"));
  });
}
