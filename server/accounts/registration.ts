import type { Role } from "#contract/accounts/accounts.ts";
import type { MergedCounts } from "#contract/accounts/customer-data.ts";
import type { App } from "#server/platform/app.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { insertUser, type NewUser, type User } from "./users.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A user signed in, possibly with a guest cart. */
    "account.signed_in": { userId: number; role: Role; guestId: string | undefined; device: Buffer };
    /** A customer registered. */
    "account.registered": { userId: number; fullname: string | null; email: string | null };
    /** Everything stored about a customer is collected: add it to `data` by kind. */
    "account.data_requested": { userId: number; data: Record<string, unknown> };
    /**
     * A customer's account is merged into another one: move what belongs to it and count it in `moved`. What stays is deleted
     * with the account.
     */
    "account.merged": { fromId: number; intoId: number; moved: MergedCounts };
    /** Asks how many orders of an account were placed for another email than this one; the orders stay locked. */
    "account.joining": { userId: number; email: string; ordersOfOthers: number };
    /** A provisional account joins another one with its orders for this email only: move them and count what moves. */
    "account.orders_joined": { fromId: number; intoId: number; email: string; moved: MergedCounts };
    /** An account was deleted: delete or anonymize its personal data. */
    "account.deleted": { userId: number };
  }
}

/** Creates an account and emits `account.registered` for customers. Throws `username_taken` (by a constraint). */
export async function registerUser({ events }: Pick<App, "events">, tx: Tx, newcomer: NewUser): Promise<User> {
  const person = await insertUser(tx, newcomer);
  await invalidate(tx, "users");
  if (person.role === "customer") {
    const { id: userId, fullname, email } = person;
    await events.emit(tx, "account.registered", { userId, fullname, email });
  }
  return person;
}
