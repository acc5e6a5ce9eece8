import type { Role } from "#contract/accounts.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { changed } from "#server/platform/database/transaction.ts";
import { insertUser, type NewUser, type User } from "./users.sql.ts";

declare module "#server/platform/events.ts" {
  interface DomainEvents {
    /** Somebody signed in, maybe with a guest's cart in hand. */
    "account.signed_in": { userId: number; role: Role; guestId: string | undefined };
    /** A customer opened an account. */
    "account.registered": { userId: number; fullname: string | null; email: string | null };
    /** Its owner is to be forgotten, wherever a name or an address is kept. */
    "account.deleted": { userId: number };
  }
}

/** Opens an account and tells those who want to know. Throws `username_taken` through the database's promise. */
export async function registerUser({ events }: Pick<App, "events">, tx: Tx, newcomer: NewUser): Promise<User> {
  const person = await insertUser(tx, newcomer);
  await changed(tx, "users");
  if (person.role === "customer") {
    const { id: userId, fullname, email } = person;
    await events.emit(tx, "account.registered", { userId, fullname, email });
  }
  return person;
}
