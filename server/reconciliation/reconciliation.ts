import type { ReconciliationReport } from "#contract/reconciliation.ts";
import { emailAdministrators } from "#server/emails/emails.ts";
import { notifyAdministrators } from "#server/notifications/notifications.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { getCachedSettings } from "#server/shop/shop.ts";
import { checkAll } from "./check.ts";
import { findLastReconciliation, insertReconciliation } from "./reconciliation.sql.ts";

const mostReported = 200;

/** Reconciles now; changes nothing. */
export async function reconcileNow(app: App): Promise<ReconciliationReport> {
  const { db, now } = app;
  const { inconsistencies, areas, tookMs } = await checkAll(db);
  return {
    checked_at: now().toISOString(),
    took_ms: tookMs,
    currency: (await getCachedSettings(app)).currency,
    areas,
    inconsistencies: inconsistencies.slice(0, mostReported),
    last_night: await findLastReconciliation(db),
  };
}

/** Reconciles, stores the result, and alerts administrators to inconsistencies. */
export async function reconcileNightly(app: App) {
  const { db, log } = app;
  const { inconsistencies, tookMs } = await checkAll(db);
  const [at, count] = [app.now(), inconsistencies.length];
  if (count > 0)
    log.error({ inconsistencies: inconsistencies.map(({ id }) => id) }, "the reconciliation found inconsistencies");
  await inTransaction(db, async (tx) => {
    await insertReconciliation(tx, { at, tookMs, inconsistencies: count });
    const [first] = inconsistencies;
    if (!first) return;
    const title =
      count === 1 ? "Reconciliation found one inconsistency" : `Reconciliation found ${count} inconsistencies`;
    const [link, cause] = ["/dashboard/reconciliation", at.toISOString().slice(0, 10)];
    const body = `${first.name}: ${first.says}`;
    await notifyAdministrators(tx, { type: "inconsistencies_found", title, body, link, cause });
    await emailAdministrators(tx, { text: `${title}. ${body}`, link, cause: `inconsistencies_found:${cause}` });
  });
}
