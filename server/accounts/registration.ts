import type { Role } from "#contract/accounts/accounts.ts";
import type { MergedCounts } from "#contract/accounts/customer-data.ts";
import type { App } from "#server/platform/app.ts";
import type { AccessClaims } from "#server/platform/auth/tokens.ts";
import type { Tx } from "#server/platform/database/database.ts";
import { invalidate } from "#server/platform/database/transaction.ts";
import { insertUser, type NewUser, type User } from "./users.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** A user signed in, possibly with a guest cart, and with the access token of the `session` before. */
    "account.signed_in": {
      userId: number;
      role: Role;
      guestId: string | undefined;
      device: Buffer;
      session: AccessClaims | undefined;
    };
    /** A customer registered. */
    "account.registered": { userId: number; fullname: string | null; email: string | null };
    /**
     * Everything stored about a customer is collected: add it to `data` by kind. Their confirmed `email` was entered for the
     * provisional accounts `guestIds`, of which only orders for it are theirs for sure.
     */
    "account.data_requested": {
      userId: number;
      email: string | undefined;
      guestIds: number[];
      data: Record<string, unknown>;
    };
    /**
     * A customer's account is merged into another one: move what belongs to it and count it in `moved`. What stays is deleted
     * with the account.
     */
    "account.merged": { fromId: number; intoId: number; moved: MergedCounts };
    /** Asks for the orders of provisional accounts, which stay locked: add those that have any to `orders`. */
    "account.joining": { userIds: number[]; email: string; orders: Map<number, GuestOrders> };
    /**
     * Whoever was signed in to a provisional account signed in to another one, as after a typo: their cart comes along, and
     * nothing else.
     */
    "account.replaced": { fromId: number; intoId: number };
    /** A provisional account joins another one with its orders for this email only: move them and count what moves. */
    "account.orders_joined": { fromId: number; intoId: number; email: string; moved: MergedCounts };
    /** An account was deleted: delete or anonymize its personal data, and what is stored of its confirmed email alone. */
    "account.deleted": { userId: number; email?: string | undefined };
  }
}

/** How many orders of a provisional account were placed for its email, and how many for another one, such as `otherEmail`. */
export interface GuestOrders {
  own: number;
  others: number;
  otherEmail: string | null;
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
