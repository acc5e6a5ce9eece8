import { v7 } from "uuid";
import type { SignedIn } from "#contract/accounts.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { say } from "#words/say.ts";
import { forgetIdentities } from "./identities.sql.ts";
import { write } from "./letters.ts";
import { countRecent, voidTokens } from "./one-time.sql.ts";
import { giveToken, lookAtToken, redeem } from "./one-time.ts";
import { passwordHash } from "./passwords.ts";
import { holdById, personById, personByName, replacePassword, verifyEmail } from "./people.sql.ts";
import { revokeAll } from "./sessions.sql.ts";
import { isShutOut, type Visitor, welcome } from "./sign-in.ts";
import { admitRequest } from "./throttle.ts";

declare module "#server/platform/jobs/jobs.ts" {
  interface JobTable {
    /** Writes to whoever forgot a password, if there is such a person. */
    "accounts.forgotten": { name: string; tokenId: string };
  }
}

const hourSeconds = 3600;
/** Links one account is sent in a quarter of an hour: more would be somebody's joke. */
const mostLinks = 3;

/**
 * Has a link sent to whoever this is. Whether there is such an account is found out later, by a job, so that the answer
 * and its time are the same for all names. Throws `too_many_requests`.
 */
export async function forgetPassword(app: App, name: string, address: string): Promise<{ message: string }> {
  await admitRequest(app.db, `forgot ${name}`, address);
  await app.jobs.add(app.db, "accounts.forgotten", { name, tokenId: v7() });
  return { message: say("If there is an account by that name, a link is on its way to its e-mail address.") };
}

/** Does the rest of it. */
export function forgottenJobs(app: App) {
  app.jobs.define("accounts.forgotten", async ({ name, tokenId }) => {
    const person = await personByName(app.db, name);
    if (!person?.email || isShutOut(person)) return;
    if ((await countRecent(app.db, "reset", person.email)) >= mostLinks) return;
    const { id: userId, email } = person;
    await inTransaction(app.db, async (tx) => {
      const given = { purpose: "reset", userId, email, seconds: hourSeconds, id: tokenId } as const;
      if ((await giveToken(app, tx, given)).fresh) await write(app, tx, { kind: "reset", to: email, userId, tokenId });
    });
  });
}

/**
 * Keeps the new password of whoever brings the token of the link, ends every session, and begins one here. Throws
 * `link_expired` or `account_blocked`.
 */
export async function resetPassword(
  app: App,
  { token, password }: { token: string; password: string },
  visitor: Visitor,
): Promise<SignedIn> {
  await lookAtToken(app.db, "reset", token);
  const hash = await passwordHash(password);
  return inTransaction(app.db, async (tx) => {
    const { user_id: userId, email } = await redeem(tx, ["reset"], token);
    if (userId === null || email === null) throw new Problem("link_expired");
    const before = await holdById(tx, userId);
    // An address the account has left since is nobody's word for it any more.
    if (!(await verifyEmail(tx, userId, email))) throw new Problem("link_expired");
    // Whoever came in by a provider while the address was nobody's may be a stranger.
    if (before?.email_verified_at === null) await forgetIdentities(tx, userId);
    await replacePassword(tx, userId, hash);
    await revokeAll(tx, userId, "password");
    await voidTokens(tx, userId);
    await write(app, tx, { kind: "password_changed", to: email, userId, tokenId: null });
    await changed(tx, `account:${userId}`);
    return welcome(app, tx, assertFound(await personById(tx, userId)), visitor);
  });
}
