import type { Profile } from "#contract/accounts/accounts.ts";
import { limitVerificationEmails, sendVerification } from "#server/accounts/recovery/email-verification.ts";
import { sendToken } from "#server/accounts/recovery/one-time-tokens.ts";
import type { Visitor } from "#server/accounts/sign-in/visitor.ts";
import { findUserByEmail, findUserById, lockUserById, type User, updateProfile } from "#server/accounts/users.sql.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, fieldProblem, Problem } from "#server/platform/http/problem.ts";
import { assertMailServer } from "#server/shop/shop.ts";
import { text } from "#words/say.ts";
import { requestEmail } from "./account-emails.ts";
import { type OwnerProof, verifyOwner } from "./owner-proof.ts";
import { toProfile } from "./profile.ts";

const emailChangeHours = 24;

type Names = Pick<User, "fullname" | "email" | "username">;
type Change = { [Name in keyof Names]?: Names[Name] | undefined } & OwnerProof;

/**
 * Updates name, username and email, those that are given. Another email needs the password, or a fresh code if the
 * account has none. The first address is set at once; a new one replaces the current one when it is verified and is
 * returned as `pending_email` until then, and both addresses get an email at once. Throws `bad_input` if neither
 * username nor email would be left, `username_taken`, `too_many_requests`, `email_unavailable` and what `verifyOwner` throws.
 */
export async function updateProfileAndEmail(
  app: App,
  change: Change,
  { userId, visitor }: { userId: number; visitor: Visitor },
): Promise<Profile & { pending_email: string | null }> {
  const known = assertFound(await findUserById(app.db, userId));
  const { email } = withChange(known, change);
  const isSame = isSameEmail(known.email, email);
  const useProof = isSame ? async () => {} : await verifyOwner(app, known, change, visitor);
  if (email !== null && !isSame) await limitVerificationEmails(app.db, { userId, email, address: visitor.address });
  return inTransaction(app.db, async (tx) => {
    const before = assertFound(await lockUserById(tx, userId));
    // Nobody signs in to a provisional account by a name.
    if (before.account_status === "provisional" && change.username) throw new Problem("email_not_confirmed");
    if (!isSameEmail(before.email, known.email)) throw new Problem("stale");
    await useProof(tx);
    return saveProfile(app, tx, before, withChange(before, change));
  });
}

function withChange(before: Names, change: Change): Names {
  const { fullname = before.fullname, email = before.email, username = before.username } = change;
  if (!email && !username)
    throw fieldProblem("email", "required", text("Enter an email address or a username to sign in with."));
  return { fullname, email, username };
}

async function saveProfile(app: App, tx: Tx, before: User, { fullname, username, email: newEmail }: Names) {
  const isSame = isSameEmail(before.email, newEmail);
  const isPending = before.email !== null && newEmail !== null && !isSame;
  const email = isPending ? before.email : newEmail;
  const person = assertFound(await updateProfile(tx, { fullname: fullname || null, username, email, id: before.id }));
  if (isPending) await requestEmailChange(app, tx, before, newEmail);
  else if (!isSame) await sendVerification(app, tx, person);
  if (before.email !== null && newEmail === null)
    await requestEmail(app, tx, { kind: "email_changed", to: before.email, userId: before.id, tokenId: null });
  return { ...toProfile(person), pending_email: isPending ? newEmail : null };
}

const isSameEmail = (one: string | null, other: string | null) => one?.toLowerCase() === other?.toLowerCase();

/** Sends a link to the new address, and a notice to the current one. */
async function requestEmailChange(app: App, tx: Tx, { id: userId, email: current }: User, email: string) {
  await assertMailServer(app);
  if (await findUserByEmail(tx, email)) throw new Problem("username_taken");
  await sendToken(app, tx, { purpose: "email_change", userId, email, seconds: emailChangeHours * 3600 });
  if (current) await requestEmail(app, tx, { kind: "email_change_requested", to: current, userId, tokenId: null });
}
