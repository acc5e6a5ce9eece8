import type { Role } from "#contract/accounts/accounts.ts";
import {
  type Customer,
  type CustomerNote,
  type CustomerUpdateOutcome,
  maxCustomerTags,
  type SettableStatus,
} from "#contract/accounts/customers.ts";
import { invalidateAccount } from "#server/accounts/access-changes.ts";
import { listAddresses } from "#server/accounts/addresses/addresses.sql.ts";
import { changesAdministrators, type Proven, proveAdministratorChange } from "#server/accounts/administrators.ts";
import { revokeSessions } from "#server/accounts/sessions/sessions.sql.ts";
import { listAccountNames } from "#server/accounts/users.sql.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { type Db, type Tx, valuesOf } from "#server/platform/database/database.ts";
import { inTransaction, notifyClients } from "#server/platform/database/transaction.ts";
import { assertFound, Problem, toProblem } from "#server/platform/http/problem.ts";
import { say } from "#words/say.ts";
import { findCustomer, lockAdministrators, lockCustomer, updateAccess } from "./customers.sql.ts";
import { deleteNote, insertNote, lockNote, type NoteRow, updateNote } from "./notes.sql.ts";
import { deleteTag, insertTag } from "./tags.sql.ts";

interface Access {
  account_status?: SettableStatus | undefined;
  role?: Role | undefined;
}
/** The call that changes the access of an account, the endpoint that it is recorded as, and what proves its caller. */
interface By {
  call: Call;
  action?: "PATCH /customers/:id" | "DELETE /staff/:id";
  given?: Proven;
}
/** Who makes a change, and in which request. */
export interface Actor {
  actorId: number;
  actorRole: Role;
  requestId: string | undefined;
}

/** An account that the actor may see: staff those of customers only. Throws `not_found`. */
export async function findVisibleCustomer(db: Db, id: number, { actorRole }: Pick<Actor, "actorRole">) {
  const customer = assertFound(await findCustomer(db, id));
  if (actorRole !== "admin" && customer.role !== "customer") throw new Problem("not_found");
  return customer;
}

/** An account with its addresses, the default first. Throws `not_found`. */
export async function getCustomer(db: Db, id: number, actor: Pick<Actor, "actorRole">) {
  const customer = await findVisibleCustomer(db, id, actor);
  const addresses = customer.account_status === "deleted" ? [] : await listAddresses(db, id);
  return { ...customer, addresses };
}

/** Staff manage the accounts of customers only, and give nobody another role. Throws `forbidden`. */
export function assertMayManage({ actorRole }: Pick<Actor, "actorRole">, { role }: { role: Role }, newRole = role) {
  if (actorRole !== "admin" && (role !== "customer" || newRole !== "customer")) throw new Problem("forbidden");
}

/** Locks an account that the actor is about to change. Throws `not_found`, and `forbidden` for one they may not manage. */
export async function lockManagedCustomer(tx: Tx, id: number, actor: Actor): Promise<Customer> {
  const customer = assertFound(await lockCustomer(tx, id));
  assertMayManage(actor, customer);
  await notifyClients(tx, "users");
  return customer;
}

/** Locks an account for a change that accounts of the staff are excluded from. Throws `staff_account`. */
export async function lockCustomerAccount(tx: Tx, id: number, actor: Actor): Promise<Customer> {
  const customer = await lockManagedCustomer(tx, id, actor);
  if (customer.role !== "customer") throw new Problem("staff_account");
  return customer;
}

/** Adds a tag to a customer. Throws `too_many_tags`. */
export async function addTag(tx: Tx, id: number, name: string, actor: Actor): Promise<Customer> {
  await lockManagedCustomer(tx, id, actor);
  await insertTag(tx, id, name);
  return assertTagLimit(tx, id);
}

/** Throws `too_many_tags` if a customer has more than it may. */
export async function assertTagLimit(tx: Tx, id: number): Promise<Customer> {
  const customer = assertFound(await findCustomer(tx, id));
  if (customer.tags.length > maxCustomerTags) throw new Problem("too_many_tags");
  return customer;
}

export async function removeTag(tx: Tx, id: number, name: string, actor: Actor): Promise<Customer> {
  await lockManagedCustomer(tx, id, actor);
  await deleteTag(tx, id, name);
  return assertFound(await findCustomer(tx, id));
}

export async function addNote(tx: Tx, id: number, text: string, actor: Actor): Promise<NoteRow> {
  await lockManagedCustomer(tx, id, actor);
  return insertNote(tx, id, actor.actorId, text);
}

type NoteParams = { id: number; note_id: number };

/** Edits the actor's own note on a customer. Throws `not_found`. */
export async function editNote(tx: Tx, { id, note_id }: NoteParams, text: string, actor: Actor): Promise<NoteRow> {
  await lockManagedCustomer(tx, id, actor);
  assertFound(await lockNote(tx, { id: note_id, userId: id, authorId: actor.actorId }));
  return updateNote(tx, note_id, text);
}

/** Deletes the actor's own note on a customer, administrators any. Throws `not_found`. */
export async function removeNote(tx: Tx, { id, note_id }: NoteParams, actor: Actor): Promise<void> {
  await lockManagedCustomer(tx, id, actor);
  const authorId = actor.actorRole === "admin" ? null : actor.actorId;
  assertFound(await deleteNote(tx, { id: note_id, userId: id, authorId }));
}

/** Notes with the names of their authors. */
export async function presentNotes(db: Db, notes: NoteRow[]): Promise<CustomerNote[]> {
  const names = await listAccountNames(db, valuesOf(notes, "author_id"));
  return notes.map(({ author_id: id, ...note }) => ({ ...note, author: { id, name: names.get(id) ?? null } }));
}

/**
 * Blocks or unblocks an account or changes its role; its sessions end and its sockets close. Throws `last_admin`,
 * `forbidden` for staff who change more than a customer's status, and for an administrator what `verifyOwner` throws, or
 * `staff_account` without a proof.
 */
export async function updateCustomerAccess(
  app: App,
  id: number,
  access: Access,
  { call, action = "PATCH /customers/:id", given }: By,
): Promise<Customer> {
  const actor = actorOf(call);
  const known = assertFound(await findCustomer(app.db, id));
  assertMayManage(actor, known, access.role);
  const needsProof = changesAdministrators(known, changed(known, access));
  if (needsProof && !given) throw new Problem("staff_account");
  const usesProof = needsProof && given ? await proveAdministratorChange(app, actor.actorId, given) : undefined;
  const update = async (tx: Tx) => {
    const admins = await lockAdministrators(tx);
    const before = assertFound(await lockCustomer(tx, id));
    assertMayManage(actor, before, access.role);
    // Blocked, it would keep its email from the account of whoever owns it; its orders can be cancelled.
    if (before.account_status === "provisional") throw new Problem("provisional_account");
    const wanted = changed(before, access);
    if (wanted.account_status === before.account_status && wanted.role === before.role) return before;
    const staysAdmin = wanted.role === "admin" && wanted.account_status === "active";
    if (!staysAdmin && admins.length === 1 && admins[0] === id) throw new Problem("last_admin");
    if (changesAdministrators(before, wanted)) {
      if (!usesProof) throw new Problem("stale", { details: { current: before } });
      await usesProof(tx, describeChange(before, wanted));
    }
    const after = await updateAccess(tx, wanted);
    await revokeSessions(tx, id, "access");
    await invalidateAccount(tx, id);
    return after;
  };
  return inTransaction(app.db, (tx) => app.change(tx, { object: "user", id, action }, call, () => update(tx)));
}

const changed = ({ id, account_status, role }: Customer, access: Access) => ({
  id,
  account_status: access.account_status ?? account_status,
  role: access.role ?? role,
});

/** What administrators are told an account by. */
export const accountName = ({
  id,
  email,
  username,
  fullname,
}: Pick<Customer, "id" | "email" | "username" | "fullname">): string =>
  email ?? username ?? fullname ?? `Account ${id}`;

/** What happens to an administrator, for the others. */
export function describeChange(
  before: Customer,
  { role, account_status }: { role: Role; account_status?: Customer["account_status"] },
): string {
  const name = accountName(before);
  if (before.role !== "admin") return `${name} was made an administrator`;
  if (role !== "admin") return `${name} is no longer an administrator`;
  return `The administrator ${name} was ${account_status === "blocked" ? "blocked" : "unblocked"}`;
}

/** Blocks or unblocks accounts of customers and staff one by one; a failure does not stop the others. */
export async function bulkUpdateCustomers(
  app: App,
  { ids, account_status }: { ids: number[]; account_status: SettableStatus },
  call: Call,
): Promise<CustomerUpdateOutcome[]> {
  const outcomes: CustomerUpdateOutcome[] = [];
  for (const id of new Set(ids)) outcomes.push(await updateOne(app, id, { account_status }, call));
  return outcomes;
}

async function updateOne(app: App, id: number, access: Access, call: Call): Promise<CustomerUpdateOutcome> {
  try {
    return { id, customer: await updateCustomerAccess(app, id, access, { call }), problem: null };
  } catch (error) {
    const problem = toProblem(error);
    if (!problem) throw error;
    return { id, customer: null, problem: { code: problem.code, message: say(problem.message) } };
  }
}

/** The signed-in caller as the author of a change. */
export const actorOf = ({ caller, http }: Call): Actor => ({
  actorId: userId(caller),
  actorRole: caller.kind === "user" ? caller.role : "customer",
  requestId: http?.request.id,
});
