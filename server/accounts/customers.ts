import type { Customer, Role } from "#contract/accounts.ts";
import type { Db } from "#server/platform/db.ts";
import { found, Refusal } from "#server/platform/refusal.ts";
import { changed, inTransaction } from "#server/platform/transaction.ts";
import { lockAdministrators, lockCustomer, updateStanding, writeAudit } from "./customers.sql.ts";
import { revokeAll } from "./sessions.sql.ts";

interface Standing {
  account_status?: "active" | "blocked" | undefined;
  role?: Role | undefined;
}

/** Blocks, unblocks or gives another role; the account's sessions end and its sockets close. Throws `last_admin`. */
export const changeStanding = (
  db: Db,
  id: number,
  { account_status, role }: Standing,
  { actorId, requestId }: { actorId: number; requestId: string | undefined },
): Promise<Customer> =>
  inTransaction(db, async (tx) => {
    const admins = await lockAdministrators(tx);
    const before = found(await lockCustomer(tx, id));
    const wanted = { id, account_status: account_status ?? before.account_status, role: role ?? before.role };
    if (wanted.account_status === before.account_status && wanted.role === before.role) return before;
    const staysAdmin = wanted.role === "admin" && wanted.account_status === "active";
    if (!staysAdmin && admins.length === 1 && admins[0] === id) throw new Refusal("last_admin");
    const after = await updateStanding(tx, wanted);
    await revokeAll(tx, id, "standing");
    await writeAudit(tx, {
      actorId,
      action: "user.standing",
      entityId: id,
      before: { role: before.role, account_status: before.account_status },
      after: { role: after.role, account_status: after.account_status },
      requestId,
    });
    await changed(tx, `account:${id}`, "users");
    return after;
  });
