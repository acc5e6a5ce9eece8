import type { ReactNode } from "react";
import { formatIban } from "#contract/formats/iban.ts";
import type { Money } from "#contract/money.ts";
import type { Order } from "#contract/orders/orders.ts";
import { detailsTable, paragraph } from "#server/emails/layout.ts";
import { formatDateTime, type Settings } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";

export interface BankTransferInput {
  order: Order;
  money: (money: Money) => string;
  account: Settings["bank_account"];
  timezone: string;
}

/** Due date and bank details of a bank transfer. */
export const bankTransferInstructions = (about: BankTransferInput): ReactNode[] => [
  ...dueDate(about),
  bankDetails(about),
];

function dueDate({ order, timezone }: BankTransferInput): ReactNode[] {
  if (order.expires_at === null) return [];
  const until = formatDateTime(new Date(order.expires_at), timezone);
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
    [say("Amount"), money(order.totals.due)],
  ] as const;
  return detailsTable(rows.flatMap(([name, value]) => (value ? [{ name, value }] : [])));
}
