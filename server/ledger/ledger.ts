import type { LedgerReport } from "#contract/ledger.ts";
import { listAdministratorIds } from "#server/accounts/accounts.ts";
import { notify } from "#server/notifications/notifications.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getSettings } from "#server/shop/shop.ts";
import { insertProof, lastProof, listMends } from "./ledger.sql.ts";
import { proveNow } from "./proving.ts";

const shownFindings = 200;

/** Proves the books now and answers what was proven, what is off, and what was mended before. */
export async function ledgerReport({ db, now }: Pick<App, "db" | "now">): Promise<LedgerReport> {
  const { findings, books, tookMs } = await proveNow(db);
  return {
    proven_at: now().toISOString(),
    took_ms: tookMs,
    currency: (await getSettings(db)).currency,
    books,
    findings: findings.slice(0, shownFindings),
    last_night: await lastProof(db),
    mends: await listMends(db),
  };
}

/** Proves the books, keeps the outcome, and tells administrators when something is off. */
export async function proveByNight(app: App) {
  const { db, log } = app;
  const { findings, tookMs } = await proveNow(db);
  const at = app.now();
  if (findings.length > 0) log.error({ findings: findings.map(({ id }) => id) }, "the books do not balance");
  await inTransaction(db, async (tx) => {
    await insertProof(tx, { at, tookMs, findings: findings.length });
    if (findings.length === 0) return;
    const admins = await listAdministratorIds(tx);
    const title =
      findings.length === 1 ? "One figure of the books is off" : `${findings.length} figures of the books are off`;
    await notify(
      tx,
      admins.map((userId) => ({
        userId,
        type: "books_off" as const,
        title,
        body: findings[0] ? `${findings[0].name}: ${findings[0].says}` : null,
        link: "/dashboard/ledger",
        dedupeKey: `books_off:${at.toISOString().slice(0, 10)}`,
      })),
    );
  });
}
