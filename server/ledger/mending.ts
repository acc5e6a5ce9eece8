import type { Finding } from "#contract/ledger.ts";
import { repairCouponUses } from "#server/coupons/coupons.ts";
import { mendGiftCard } from "#server/gift-cards/gift-cards.ts";
import { mendHeld, mendOrder, mendPerks } from "#server/orders/orders.ts";
import { mendPayment } from "#server/payments/payments.ts";
import type { Tx } from "#server/platform/database/database.ts";
import type { App } from "#server/platform/app.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { repairStock } from "#server/stock/stock.ts";
import { insertMend } from "./ledger.sql.ts";
import { listFindings } from "./proving.ts";

/**
 * Works out anew what is off, and notes who wanted it. Throws `not_found` when nothing by that name is off, and
 * `mend_by_hand` where only a person can put it right, also when working it out anew did not do so.
 */
export async function mendFinding(app: App, tx: Tx, id: string, actorId: number) {
  const finding = assertFound((await listFindings(tx)).find((one) => one.id === id));
  if (finding.mend === null) throw new Problem("mend_by_hand");
  await mend(app, tx, finding, actorId);
  if ((await listFindings(tx)).some((one) => one.id === id)) throw new Problem("mend_by_hand");
  await insertMend(tx, finding, actorId, app.now());
}

async function mend(app: App, tx: Tx, finding: Finding, actorId: number) {
  const { book, check, id, order_id } = finding;
  const subject = id.slice(id.indexOf(":") + 1);
  switch (book) {
    case "orders":
      if (check === "held")
        return mendHeld(app, tx, order_id ?? "", { lineId: Number(subject), missing: missing(finding) });
      return mendOrder(app, tx, order_id ?? subject);
    case "payments":
      return mendPayment(app, tx, subject);
    case "stock":
      return repairStock(app, tx, Number(subject), `${id} ${app.now().toISOString()}`, actorId);
    case "coupons":
      return order_id ? mendPerks(app, tx, order_id) : repairCouponUses(tx, Number(subject));
    case "gift_cards":
      return order_id ? mendPerks(app, tx, order_id) : mendGiftCard(tx, Number(subject));
  }
}

const missing = ({ expected, found }: Finding) => (expected ?? 0) - (found ?? 0);
