import type { Return } from "#contract/orders/returns.ts";
import { button } from "#server/emails/layout.ts";
import type { WithdrawalRow } from "#server/orders/orders.ts";
import { say } from "#words/say.ts";
import type { BankTransferInput } from "./bank-transfer.ts";
import type { Contract } from "./contract.ts";
import type { ComposedEmail } from "./template.ts";

/** What an email about an order is written from. */
export interface OrderEmailInput extends BankTransferInput {
  /** For placeholders, of a merchant's texts as well. */
  values: ComposedEmail["values"];
  facts: Record<string, string | number>;
  base: string;
  link: string;
  /** The return that the email is about. */
  returned: Pick<Return, "send_by" | "return_address"> | undefined;
  /** The withdrawal that it acknowledges; undefined in others, and in a preview. */
  withdrawal?: WithdrawalRow | undefined;
  isConfirmedAddress: boolean;
  /** What the confirmation of the contract adds; undefined in other emails. */
  contract?: Contract | undefined;
}

export const viewOrder = ({ link }: Pick<OrderEmailInput, "link">) => button(say("View your order"), link);
