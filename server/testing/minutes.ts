import { type Db, findValue } from "#server/platform/database/database.ts";

/**
 * Limits count the calls of a minute of the database: a check is made again, with what differs by `attempt`, if that minute
 * ended meanwhile.
 */
export async function withinOneMinute(db: Db, check: (attempt: number) => Promise<void>) {
  const minute = () => findValue<string>(db)`select date_trunc('minute', now())::text`;
  for (let attempt = 1; ; attempt++) {
    const before = await minute();
    const [result] = await Promise.allSettled([check(attempt)]);
    if ((await minute()) !== before) continue;
    if (result.status === "rejected") throw result.reason;
    return;
  }
}
