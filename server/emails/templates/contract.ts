import { toPlainText } from "@react-email/render";
import { createElement as h, type ReactNode } from "react";
import type { Order } from "#contract/orders/orders.ts";
import type { Policy } from "#contract/shop/settings.ts";
import { addressBlock, inlineLink, note, paragraph } from "#server/emails/layout.ts";
import type { WithdrawalRight } from "#server/orders/orders.ts";
import type { EmailFile } from "#server/platform/mailer.ts";
import type { KeptPolicies, Settings } from "#server/shop/shop.ts";
import { say } from "#words/say.ts";
import { sellerAddress, sellerLines } from "#words/seller.ts";
import { withdrawalExclusionText } from "#words/withdrawal-exclusions.ts";

/** What the confirmation of a contract says beside the order itself. */
export interface Contract {
  shopName: string;
  seller: Pick<
    Settings,
    "legal_name" | "address" | "representative" | "register_entry" | "vat_id" | "contact" | "return_address"
  >;
  /** Days in which returns are to be sent back, at least 14. */
  sendDays: number;
  right: WithdrawalRight;
  /** The policies the order was placed under. */
  policies: KeptPolicies | undefined;
}

interface ContractInput {
  /** Undefined in emails that confirm nothing. */
  contract?: Contract | undefined;
  base: string;
  /** The page of the order, which has its invoice. */
  link: string;
  order: Pick<Order, "confirmed_at">;
}

/**
 * The information that a buyer must get on a durable medium (directive 2011/83/EU, article 8): who sells, the right of
 * withdrawal with its form, and that the terms are attached.
 */
export function contractParts({ contract, base, order, link }: ContractInput): ReactNode[] {
  if (!contract) return [];
  const hasTerms = contract.policies !== undefined && attached.some((policy) => contract.policies?.[policy]);
  return [
    order.confirmed_at === null
      ? paragraph(
          say("This email confirms that we received your order. We confirm the order when your payment arrives."),
        )
      : paragraph(
          say("This email confirms your order. Keep it for your records."),
          " ",
          inlineLink(say("You can download your invoice from your order."), link),
        ),
    ...(hasTerms ? [paragraph(say("The terms that apply to your order are attached."))] : []),
    addressBlock(say("Seller"), sellerDetails(contract)),
    ...withdrawalParts(contract, base),
  ];
}

/** Imprint of the seller, as lines. */
function sellerDetails({ shopName, seller }: Contract): string[] {
  const { contact, vat_id: id } = seller;
  const lines = sellerLines(seller);
  return [
    ...(lines.length > 0 ? lines : [shopName]),
    ...(id ? [say("VAT ID {id}", { id })] : []),
    ...(contact.email ? [contact.email] : []),
    ...(contact.phone ? [contact.phone] : []),
  ];
}

/** The model instructions on withdrawal of annex I (A) of the directive, filled in, and the form of annex I (B). */
function withdrawalParts(contract: Contract, base: string): ReactNode[] {
  const { days, exceptions } = contract.right;
  const excluded = exceptions.map(({ name, exclusion }) =>
    note(`${name}: ${withdrawalExclusionText(exclusion) ?? ""}`),
  );
  if (days === null) return excluded.length > 0 ? [title(say("Right of withdrawal")), ...excluded] : [];
  const { seller, shopName } = contract;
  const { contact } = seller;
  const postal = sellerAddress(seller);
  const addressee = [...(postal.length > 0 ? postal : [shopName]), contact.email].filter(Boolean).join(", ");
  return [
    title(say("Right of withdrawal")),
    ...excluded,
    note(
      say("You have the right to withdraw from this contract within {days} days without giving any reason.", { days }),
    ),
    note(periodText(contract.right, days)),
    note(
      say(
        "To exercise the right of withdrawal, you must inform us ({seller}) of your decision to withdraw from this contract by an unequivocal statement (such as a letter sent by post or an email). You may use the model withdrawal form below, but it is not obligatory.",
        { seller: [addressee, contact.phone].filter(Boolean).join(", ") },
      ),
    ),
    note(
      say(
        "You can also withdraw online at {url}. If you use this online function, we will send you by email, without undue delay, a confirmation that we received it, including its content and the date and time of its submission.",
        { url: `${base}/withdraw` },
      ),
    ),
    note(
      say(
        "To meet the withdrawal deadline, it is sufficient for you to send your communication concerning your exercise of the right of withdrawal before the withdrawal period has expired.",
      ),
    ),
    title(say("Effects of withdrawal")),
    ...effects(contract),
    title(say("Model withdrawal form")),
    ...form(addressee),
  ];
}

const title = (text: string) => paragraph(h("strong", null, text));

const periodText = ({ isSeveral }: WithdrawalRight, days: number) =>
  isSeveral
    ? say(
        "The withdrawal period will expire after {days} days from the day on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the last good.",
        { days },
      )
    : say(
        "The withdrawal period will expire after {days} days from the day on which you acquire, or a third party other than the carrier and indicated by you acquires, physical possession of the goods.",
        { days },
      );

function effects({ seller, sendDays, policies }: Contract): ReactNode[] {
  return [
    note(
      say(
        "If you withdraw from this contract, we will reimburse to you all payments received from you, including the costs of delivery (with the exception of the supplementary costs resulting from your choice of a type of delivery other than the least expensive type of standard delivery offered by us), without undue delay and in any event not later than 14 days from the day on which we are informed about your decision to withdraw from this contract. We will carry out such reimbursement using the same means of payment as you used for the initial transaction, unless you have expressly agreed otherwise; in any event, you will not incur any fees as a result of such reimbursement.",
      ),
    ),
    note(
      say(
        "We may withhold reimbursement until we have received the goods back or you have supplied evidence of having sent back the goods, whichever is the earliest.",
      ),
    ),
    note(
      say(
        "You shall send back the goods or hand them over to us, without undue delay and in any event not later than {days} days from the day on which you communicate your withdrawal from this contract to us. The deadline is met if you send back the goods before the period of {days} days has expired.",
        { days: sendDays },
      ),
    ),
    ...(seller.return_address ? [addressBlock(say("Return address"), seller.return_address.split("\n"))] : []),
    ...(policies?.returns
      ? [note(say("Our returns policy, which is attached, says who bears the direct cost of returning the goods."))]
      : []),
    note(
      say(
        "You are only liable for any diminished value of the goods resulting from the handling other than what is necessary to establish the nature, characteristics and functioning of the goods.",
      ),
    ),
  ];
}

const form = (addressee: string): ReactNode[] => [
  note(say("(Complete and return this form only if you wish to withdraw from the contract.)")),
  ...[
    say("To {seller}:", { seller: addressee }),
    say(
      "I/We (*) hereby give notice that I/We (*) withdraw from my/our (*) contract of sale of the following goods (*)/for the provision of the following service (*),",
    ),
    say("Ordered on (*)/received on (*),"),
    say("Name of consumer(s),"),
    say("Address of consumer(s),"),
    say("Signature of consumer(s) (only if this form is notified on paper),"),
    say("Date"),
  ].map((line) => note(`– ${line}`)),
  note(say("(*) Delete as appropriate.")),
];

/** Of the policies, those that are part of the contract; the privacy policy only informs. */
const attached = ["terms", "delivery", "returns"] as const satisfies Policy[];

/** A policy that is shown at `page` as plain text: struck text is marked, and links are complete. */
const policyAsText = (html: string, page: string) =>
  toPlainText(html, {
    selectors: [
      { selector: "s", format: "inlineSurround", options: { prefix: `[${say("struck out")}: `, suffix: "]" } },
      {
        selector: "a",
        options: {
          linkBrackets: false,
          hideLinkHrefIfSameAsText: true,
          // It gets email addresses without their scheme.
          pathRewrite: (path: string) => (/^[^/]+@/.test(path) ? path : (URL.parse(path, page)?.href ?? path)),
        },
      },
    ],
  });

/**
 * The terms of an order as a text file, whatever their length: a link alone is no durable medium, as what it shows could be
 * changed. Text, as mail filters distrust HTML files; with a byte order mark, by which programs know its encoding.
 */
export function termsFile({ policies }: Contract, base: string): EmailFile[] {
  const titles = { terms: say("Terms of use"), delivery: say("Delivery"), returns: say("Returns") };
  const texts = attached.flatMap((policy) => {
    const html = policies?.[policy];
    return html ? [`${titles[policy]}\n\n${policyAsText(html, `${base}/${policy}`)}`] : [];
  });
  if (texts.length === 0) return [];
  const content = `\uFEFF${texts.join("\n\n\n")}\n`;
  return [{ filename: `${titles.terms}.txt`, content, contentType: "text/plain; charset=utf-8" }];
}
