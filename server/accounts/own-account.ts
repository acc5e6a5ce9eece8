import type { Db } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { changed, inTransaction } from "#server/platform/database/transaction.ts";
import { text } from "#words/say.ts";
import { write } from "./letters.ts";
import { voidTokens } from "./one-time.sql.ts";
import { passwordHash, passwordMatches } from "./passwords.ts";
import { holdById, type Person, personById, raiseEpoch, replacePassword } from "./people.sql.ts";
import { revokeAll, revokeFamily } from "./sessions.sql.ts";
import { admitAttempt, attemptAt } from "./throttle.ts";

/**
 * Changes the password of whoever knows the present one; every other sign-in ends. Access tokens end too, so this
 * browser refreshes once. Throws `bad_credentials` or `too_many_requests`.
 */
export async function changePassword(
  app: App,
  { current_password, password }: { current_password: string; password: string },
  { userId, family, address }: { userId: number; family: string; address: string },
) {
  const { db } = app;
  const person = assertFound(await personById(db, userId));
  await mustKnowPassword(db, person, current_password, address);
  const hash = await passwordHash(password);
  await inTransaction(db, async (tx) => {
    if ((await holdById(tx, userId))?.password_hash !== person.password_hash) throw wrongPassword();
    await replacePassword(tx, userId, hash);
    await revokeAll(tx, userId, "password", family);
    await voidTokens(tx, userId);
    if (person.email) await write(app, tx, { kind: "password_changed", to: person.email, userId, tokenId: null });
    await changed(tx, `account:${userId}`);
  });
}

/** Throws `bad_credentials` unless this is the password of the account, and `too_many_requests` to whoever keeps guessing. */
export async function mustKnowPassword(
  db: Db,
  { id, password_hash }: Pick<Person, "id" | "password_hash">,
  password: string,
  address: string,
) {
  const attempt = await admitAttempt(db, attemptAt(`account ${id}`, address));
  if (!(await passwordMatches(password_hash, password))) {
    await attempt.failed();
    throw wrongPassword();
  }
  await attempt.succeeded();
}

const wrongPassword = () => new Problem("bad_credentials", { message: text("That is not your present password.") });

/** Ends one sign-in of the account at once. Throws `not_found` for one that is not theirs or has ended. */
export const endSignIn = (db: Db, userId: number, family: string) =>
  inTransaction(db, async (tx) => {
    await raiseEpoch(tx, userId);
    assertFound((await revokeFamily(tx, family, userId, "ended")) || undefined);
    await changed(tx, `account:${userId}`);
  });
