import { type Caller, userId } from "#server/platform/auth/caller.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { text } from "#words/say.ts";
import { profileOf } from "./accounts.ts";
import { listAddresses } from "./addresses.sql.ts";
import { changeAddress, keepAddress, removeAddress } from "./addresses.ts";
import { askAgain, changeProfile } from "./confirming.ts";
import { deleteAccount } from "./leaving.ts";
import { changePassword, endSignIn } from "./own-account.ts";
import { listSignIns } from "./sessions.sql.ts";

/** Calls of whoever is signed in about their own account. */
export function myAccountRoutes(app: App) {
  const { db } = app;
  app.handle("GET /account/profile", async (_input, { caller }) => ({ data: await profileOf(db, userId(caller)) }));
  app.handle("PUT /account/profile", async ({ body }, { caller, http }) => {
    if (!body.email && !body.username) throw nameless();
    return { data: await changeProfile(app, body, { userId: userId(caller), address: http?.request.ip ?? "" }) };
  });
  app.handle("POST /account/email/verification", (_input, { caller, http }) =>
    askAgain(app, userId(caller), http?.request.ip ?? ""),
  );
  app.handle("POST /account/password", ({ body }, { caller, http }) =>
    changePassword(app, body, {
      userId: userId(caller),
      family: familyOf(caller),
      address: http?.request.ip ?? "",
    }),
  );
  app.handle("POST /account/deletion", ({ body }, { caller, http }) =>
    deleteAccount(app, body, {
      userId: userId(caller),
      address: http?.request.ip ?? "",
      requestId: http?.request.id,
    }),
  );
  app.handle("GET /account/sessions", async (_input, { caller }) => {
    const signIns = await listSignIns(db, userId(caller));
    return { data: signIns.map((signIn) => ({ ...signIn, current: signIn.id === familyOf(caller) })) };
  });
  app.handle("DELETE /account/sessions/:id", ({ params }, { caller }) => endSignIn(db, userId(caller), params.id));
  addressRoutes(app);
}

function addressRoutes({ db, handle }: App) {
  handle("GET /account/addresses", async (_input, { caller }) => ({ data: await listAddresses(db, userId(caller)) }));
  handle("POST /account/addresses", async ({ body }, { caller, once }) => ({
    data: await once.step(db, (tx) => keepAddress(tx, userId(caller), body)),
  }));
  handle("PUT /account/addresses/:id", async ({ params, body }, { caller }) => ({
    data: await inTransaction(db, (tx) => changeAddress(tx, userId(caller), { ...body, id: params.id })),
  }));
  handle("DELETE /account/addresses/:id", ({ params }, { caller }) => removeAddress(db, userId(caller), params.id));
}

const familyOf = (caller: Caller) => (caller.kind === "user" ? caller.sessionFamily : "");

const nameless = () =>
  new Problem("bad_input", {
    errors: [
      { field: "email", code: "required", message: text("Keep an e-mail address or a username to sign in with.") },
    ],
  });
