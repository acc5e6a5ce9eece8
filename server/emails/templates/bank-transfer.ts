import type { ReactNode } from "react";
import { formatIban } from "#contract/formats/iban.ts";
import type { Money } from "#contract/money.ts";
import { orderBalance } from "#contract/orders/order-summary.ts";
import type { Order } from "#contract/orders/orders.ts";
import { detailsTable, paragraph } from "#server/emails/layout.ts";
import { formatDateTime, type Settings } from "#server/shop/shop.ts";
import { shownDeadline } from "#words/deadline.ts";
import { say } from "#words/say.ts";

export interface BankTransferInput {
  order: Order;
  money: (money: Money) => string;
  account: Settings["bank_account"];
  timezone: string;
}

/** Due date and bank details of a bank transfer. */
export const bankTransferInstructions = (about: BankTransferInput): ReactNode[] => [
  paragraph(say("Transfer {amount}.", { amount: about.money(amountToPay(about.order)) })),
  ...dueDate(about),
  bankDetails(about),
];

/** What the summary of an order says is to be paid, which isn't its total with a gift card or after a part has arrived. */
export const amountToPay = (order: Order): Money => orderBalance(order)?.money ?? order.totals.due;

/** Until when the items of an order that isn't paid are reserved. */
export function reservedUntil({ order, timezone }: Pick<BankTransferInput, "order" | "timezone">): ReactNode[] {
  if (order.expires_at === null) return [];
  const until = formatDateTime(shownDeadline(order.expires_at, timezone), timezone);
  return [paragraph(say("Your items are reserved until {until}.", { until }))];
}

function dueDate({ order, timezone }: BankTransferInput): ReactNode[] {
  if (order.expires_at === null) return [];
  const until = formatDateTime(shownDeadline(order.expires_at, timezone), timezone);
  return [
    paragraph(
      order.from_cart
        ? say(
            "Your payment must arrive by {until}. After that, the order expires and its items go back to your cart.",
            {
              until,
            },
          )
        : say("Your payment must arrive by {until}. After that, the order expires.", { until }),
    ),
  ];
}

function bankDetails({ order, money, account }: BankTransferInput): ReactNode {
  const rows = [
    [say("Account holder"), account?.account_holder],
    [say("IBAN"), account && formatIban(account.iban)],
    [say("BIC"), account?.bic],
    [say("Bank"), account?.bank_name],
    [say("Reference"), String(order.number)],
    [say("Amount"), money(amountToPay(order))],
  ] as const;
  return detailsTable(rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])));
}
