import { withdrawalDays } from "#contract/formats/withdrawal-days.ts";
import type { LineRow } from "#server/orders/line-row.ts";
import type { OrderRow } from "#server/orders/orders.sql.ts";
import { isBankingDay } from "#server/orders/placement/banking-days.ts";
import { localDay } from "#server/shop/shop.ts";

type Line = Pick<LineRow, "quantity" | "fulfilled_qty" | "cancelled_qty" | "return_days">;

/**
 * The last day (`YYYY-MM-DD`, in the shop's time zone) on which a line can be withdrawn from; null while something of the
 * order is still to be delivered. It is counted from the day after the last delivery, is longer where the merchant grants
 * more days, and never a day on which banks are closed (regulation 1182/71, article 3).
 */
export function lastWithdrawalDay(
  {
    lines,
    fulfilments,
  }: { lines: Line[]; fulfilments: Pick<OrderRow["fulfilments"][number], "status" | "delivered_at">[] },
  line: Pick<Line, "return_days">,
  timezone: string,
): string | null {
  const sent = fulfilments.filter(({ status }) => status !== "cancelled");
  const isWhole = lines.every((one) => one.fulfilled_qty + one.cancelled_qty >= one.quantity);
  const delivered = sent.flatMap(({ delivered_at }) => (delivered_at === null ? [] : [delivered_at]));
  if (!isWhole || delivered.length === 0 || delivered.length < sent.length) return null;
  const last = new Date(Math.max(...delivered.map((at) => new Date(at).getTime())));
  const day = new Date(localDay(last, timezone));
  day.setUTCDate(day.getUTCDate() + withdrawalDays(line.return_days));
  while (!isBankingDay(toText(day))) day.setUTCDate(day.getUTCDate() + 1);
  return toText(day);
}

const toText = (day: Date) => day.toISOString().slice(0, 10);
