import { z } from "zod";
import { endpoint, one } from "./endpoint.ts";

/** The emails about orders, which can be previewed; those about accounts hold secrets. */
export const orderEmails = [
  "order_confirmed",
  "order_waiting",
  "order_expired",
  "order_shipped",
  "order_delivered",
  "order_cancelled",
  "order_refunded",
  "return_requested",
  "return_approved",
  "return_rejected",
  "return_received",
  "return_closed",
] as const;

export const emailsApi = {
  "GET /settings/emails/preview": endpoint({
    summary: "Preview an email with the data of the latest order; null while there is no order.",
    caller: "admin",
    query: z.object({ email: z.enum(orderEmails) }),
    reply: one(z.object({ subject: z.string(), html: z.string(), order_number: z.int() }).nullable()),
  }),
  "POST /settings/emails/test": endpoint({
    summary: "Send a test email with the saved settings.",
    caller: "admin",
    body: z.object({ to: z.email("Enter an email address, such as name@example.com.").max(254) }),
    /** `error` is the mail server's answer as a code. */
    reply: one(z.object({ status: z.enum(["sent", "file", "failed"]), error: z.string().nullable() })),
  }),
};
