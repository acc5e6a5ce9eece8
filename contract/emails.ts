import { z } from "zod";
import { notUndone } from "#contract/resources/undo.ts";
import { one } from "./endpoint.ts";
import { resource } from "./resources/resource.ts";

/** The emails about orders. */
export const orderEmails = [
  "order_confirmed",
  "order_waiting",
  "order_transfer_due",
  "order_payment_link",
  "order_expired",
  "order_shipped",
  "shipment_cancelled",
  "order_delivered",
  "order_on_hold",
  "order_cancelled",
  "order_items_cancelled",
  "order_refunded",
  "refund_account_needed",
  "refund_account_changed",
  "withdrawal_received",
  "return_requested",
  "return_approved",
  "return_rejected",
  "return_received",
  "return_closed",
] as const;
export const accountEmails = [
  "verify",
  "contact_email",
  "login_code",
  "reset",
  "password_changed",
  "two_factor_enabled",
  "two_factor_disabled",
  "email_change",
  "email_change_requested",
  "email_changed",
  "account_deleted",
] as const;
/** The emails to customers, whose texts a merchant can change. */
export const customerEmails = [...orderEmails, "back_in_stock", "price_drop", ...accountEmails] as const;
export type CustomerEmail = (typeof customerEmails)[number];

/** What `{name}` in a text of an email is replaced by. */
export const emailPlaceholders = (email: CustomerEmail): string[] => {
  if (email === "back_in_stock") return ["shop", "product"];
  if (email === "price_drop") return ["shop", "product", "price"];
  if (email === "login_code") return ["shop", "code"];
  return email in orderPlaceholders ? ["shop", "number", "customer", "total"] : ["shop"];
};
const orderPlaceholders = Object.fromEntries(orderEmails.map((email) => [email, true]));

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}]*$/u, "Don't use control characters, such as tabs or line breaks.")
    .nullable();
const paragraphs = z.string().trim().max(2000).nullable();

/** The texts of an email: null for the default ones. Paragraphs are separated by empty lines; HTML is text. */
export const EmailText = z.object({ subject: line(200), heading: line(120), intro: paragraphs, closing: paragraphs });
export type EmailText = z.infer<typeof EmailText>;

/** Texts by email; their placeholders are checked. */
export const EmailTexts = z.partialRecord(z.enum(customerEmails), EmailText).superRefine((texts, { addIssue }) => {
  for (const [email, text] of Object.entries(texts)) checkPlaceholders(email as CustomerEmail, text, addIssue);
});

/** ISO 639. */
export const Language = z.string().regex(/^[a-z]{2,3}$/);
/** Texts by language, such as `en`; emails have those of the shop's language. */
export const EmailTemplateSettings = z.object({ email_texts: z.record(Language, EmailTexts) });
export type EmailTemplateSettings = z.infer<typeof EmailTemplateSettings>;

export const EmailTextsForm = z.object({ language: Language, texts: EmailTexts });

type AddIssue = (issue: { code: "custom"; path: string[]; message: string }) => void;

function checkPlaceholders(email: CustomerEmail, texts: EmailText, addIssue: AddIssue) {
  const known = emailPlaceholders(email);
  for (const [part, text] of Object.entries(texts))
    for (const [placeholder, name = ""] of (text ?? "").matchAll(/\{([^{}]*)\}/g))
      if (!known.includes(name))
        addIssue({
          code: "custom",
          path: [email, part],
          message: `${placeholder} isn't known. You can use ${known.map((one) => `{${one}}`).join(", ")}.`,
        });
}

/** A rendered email, with the texts it has by default. */
const EmailPreview = z.object({ subject: z.string(), html: z.string(), default_texts: EmailText });

const email = resource("email", ["settings"]);

export const emailsApi = {
  "POST /settings/emails/preview": email.read({
    summary: "Preview an email with these texts and the latest order's data; null while there is nothing to show.",
    isRead: true,
    body: z
      .object({
        email: z.enum(customerEmails),
        texts: EmailText.nullable(),
        language: Language.nullable().default(null),
      })
      .superRefine(({ email, texts }, { addIssue }) => {
        if (texts) checkPlaceholders(email, texts, addIssue);
      }),
    reply: one(EmailPreview.nullable()),
  }),
  "POST /settings/emails/test": email.write({
    summary: "Send a test email with the saved settings.",
    undo: notUndone.sent,
    body: z.object({ to: z.email("Enter a valid email address, such as name@example.com.").max(254) }),
    /** `error` is the mail server's answer as a code. */
    reply: one(z.object({ status: z.enum(["sent", "file", "failed"]), error: z.string().nullable() })),
  }),
};
