import { createAccount, createAddress } from "#server/accounts/accounts.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { people, type WorldPerson } from "#world/people.ts";
import { backdatePeople, readOldNotifications } from "./backdating.sql.ts";

export interface SeededPerson extends WorldPerson {
  id: number;
}

/** Creates the accounts of all people; the password is the username followed by `-kiosk`. */
export function seedPeople(app: App): Promise<Map<string, SeededPerson>> {
  return inTransaction(app.db, async (tx) => {
    const seeded = new Map<string, SeededPerson>();
    for (const person of people) {
      const { username, email, name, role, address } = person;
      const { id } = await createAccount(app, tx, {
        username,
        email,
        fullname: name,
        role,
        password: `${username}-kiosk`,
      });
      if (address) await createAddress(tx, id, { fullname: name, ...address });
      seeded.set(person.key, { ...person, id });
    }
    await backdatePeople(
      tx,
      [...seeded.values()].map(({ id, joinedDaysAgo }) => ({ id, days: joinedDaysAgo })),
    );
    await readOldNotifications(tx);
    return seeded;
  });
}
