import { sql } from "kysely";
import type { Role } from "#contract/accounts/accounts.ts";
import type { App } from "#server/platform/app.ts";

/** An account as it is now: a token is good only for the epoch it was made in. */
interface Account {
  role: Role;
  account_status: string;
  token_epoch: number;
}

const bytesPerAccount = 500;

/** The account's role and status, cached until `account:<id>` is invalidated; undefined when it is gone. */
export async function accountStatus(
  { db, responseCache }: Pick<App, "db" | "responseCache">,
  id: number,
): Promise<Account | undefined> {
  const { value } = await responseCache.get(`account ${id}`, async (addCacheTags) => {
    addCacheTags(`account:${id}`);
    const { rows } = await sql<Account>`
      select role, account_status, token_epoch
      from caller_accounts
      where id = ${id}`.execute(db);
    return { value: { account: rows[0] }, bytes: bytesPerAccount, isCacheable: rows.length > 0 };
  });
  return value.account;
}
