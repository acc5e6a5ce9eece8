import { listAddresses } from "#server/accounts/addresses/addresses.sql.ts";
import { createAddress, removeAddress, updateAddressOf } from "#server/accounts/addresses/addresses.ts";
import { deleteAccount } from "#server/accounts/deletion/deletion.ts";
import { resendVerification } from "#server/accounts/recovery/email-verification.ts";
import { listSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { getVisitor } from "#server/accounts/sign-in/visitor.ts";
import type { App } from "#server/platform/app.ts";
import { type Caller, userId } from "#server/platform/auth/caller.ts";
import { getProfile } from "./accounts.ts";
import { changePassword, endOtherSessions, endSession } from "./change-password.ts";
import { findPreferences, savePreferences } from "./list-preferences.sql.ts";
import { updateProfileAndEmail } from "./update-profile.ts";

/** Endpoints for the caller's own account, and for how they have set up the lists of the dashboard. */
export function myAccountRoutes(app: App) {
  const { db } = app;
  app.answer("GET /account/profile", (_input, { caller }) => getProfile(db, userId(caller)));
  app.answer(
    "GET /dashboard/lists/:list",
    async ({ params }, { caller }) =>
      (await findPreferences(db, userId(caller), params.list)) ?? { views: [], columns: null },
  );
  app.handle("PUT /dashboard/lists/:list", async ({ params, body }, { caller }) => {
    await savePreferences(db, userId(caller), params.list, body);
    return { data: body };
  });
  app.handle("PUT /account/profile", async ({ body }, call) => ({
    data: await updateProfileAndEmail(app, body, { userId: userId(call.caller), visitor: getVisitor(app, call) }),
  }));
  app.handle("POST /account/email/verification", (_input, call) =>
    resendVerification(app, userId(call.caller), getVisitor(app, call).address),
  );
  app.handle("POST /account/password", ({ body }, call) =>
    changePassword(app, body, {
      userId: userId(call.caller),
      family: sessionFamilyOf(call.caller),
      address: getVisitor(app, call).address,
    }),
  );
  app.handle("POST /account/deletion", ({ body }, call) =>
    deleteAccount(app, body, {
      userId: userId(call.caller),
      visitor: getVisitor(app, call),
      requestId: call.http?.request.id,
    }),
  );
  app.handle("GET /account/sessions", async (_input, { caller }) => {
    const current = sessionFamilyOf(caller);
    const signIns = await listSessions(db, userId(caller), { current });
    return { data: signIns.map((signIn) => ({ ...signIn, current: signIn.id === current })) };
  });
  app.handle("DELETE /account/sessions", (_input, { caller }) =>
    endOtherSessions(db, userId(caller), sessionFamilyOf(caller)),
  );
  app.handle("DELETE /account/sessions/:id", ({ params }, { caller }) => endSession(db, userId(caller), params.id));
  addressRoutes(app);
}

function addressRoutes({ db, handle, answer, write }: App) {
  answer("GET /account/addresses", (_input, { caller }) => listAddresses(db, userId(caller)));
  write("POST /account/addresses", (tx, { body }, { caller }) => createAddress(tx, userId(caller), body));
  write("PUT /account/addresses/:id", (tx, { params, body }, { caller }) =>
    updateAddressOf(tx, userId(caller), { ...body, id: params.id }),
  );
  handle("DELETE /account/addresses/:id", ({ params }, { caller }) => removeAddress(db, userId(caller), params.id));
}

const sessionFamilyOf = (caller: Caller) => (caller.kind === "user" ? caller.sessionFamily : "");
