import type { Role } from "#contract/accounts/accounts.ts";
import type { Customer, CustomerUpdateOutcome, SettableStatus } from "#contract/accounts/customers.ts";
import { listAddresses } from "#server/accounts/addresses/addresses.sql.ts";
import { insertAuditEntry } from "#server/accounts/audit/audit.sql.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import type { Db } from "#server/platform/database/database.ts";
import { inTransaction, invalidate } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";
import { findCustomer, lockAdministrators, lockCustomer, updateAccess } from "./customers.sql.ts";

interface Access {
  account_status?: SettableStatus | undefined;
  role?: Role | undefined;
}
/** Who makes a change, and in which request. */
export interface Actor {
  actorId: number;
  actorRole: Role;
  requestId: string | undefined;
}

/** An account with its addresses, the default first. Throws `not_found`. */
export async function getCustomer(db: Db, id: number) {
  const customer = assertFound(await findCustomer(db, id));
  const addresses = customer.account_status === "deleted" ? [] : await listAddresses(db, id);
  return { ...customer, addresses };
}

/** Staff manage the accounts of customers only, and give nobody another role. Throws `forbidden`. */
export function assertMayManage({ actorRole }: Pick<Actor, "actorRole">, { role }: { role: Role }, newRole = role) {
  if (actorRole !== "admin" && (role !== "customer" || newRole !== "customer")) throw new Problem("forbidden");
}

/**
 * Blocks or unblocks an account or changes its role; its sessions end and its sockets close. Throws `last_admin`, and
 * `forbidden` for staff who change more than a customer's status.
 */
export const updateCustomerAccess = (
  db: Db,
  id: number,
  { account_status, role }: Access,
  { actorId, actorRole, requestId }: Actor,
): Promise<Customer> =>
  inTransaction(db, async (tx) => {
    const admins = await lockAdministrators(tx);
    const before = assertFound(await lockCustomer(tx, id));
    assertMayManage({ actorRole }, before, role);
    const wanted = { id, account_status: account_status ?? before.account_status, role: role ?? before.role };
    if (wanted.account_status === before.account_status && wanted.role === before.role) return before;
    const staysAdmin = wanted.role === "admin" && wanted.account_status === "active";
    if (!staysAdmin && admins.length === 1 && admins[0] === id) throw new Problem("last_admin");
    const after = await updateAccess(tx, wanted);
    await revokeSessions(tx, id, "access");
    await insertAuditEntry(tx, {
      actorId,
      action: "user.access_updated",
      entity: "user",
      entityId: String(id),
      before: { role: before.role, account_status: before.account_status },
      after: { role: after.role, account_status: after.account_status },
      requestId,
    });
    await invalidate(tx, `account:${id}`, "users");
    return after;
  });

/** Blocks or unblocks accounts one by one; a failure does not stop the others. */
export async function bulkUpdateCustomers(
  db: Db,
  { ids, account_status }: { ids: number[]; account_status: SettableStatus },
  actor: Actor,
): Promise<CustomerUpdateOutcome[]> {
  const outcomes: CustomerUpdateOutcome[] = [];
  for (const id of new Set(ids)) outcomes.push(await updateOne(db, id, { account_status }, actor));
  return outcomes;
}

async function updateOne(db: Db, id: number, access: Access, actor: Actor): Promise<CustomerUpdateOutcome> {
  try {
    return { id, customer: await updateCustomerAccess(db, id, access, actor), problem: null };
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    return { id, customer: null, problem: { code: problem.code, message: say(problem.message) } };
  }
}
