import { z } from "zod";
import { endpoint, one } from "./endpoint.ts";

export const emailsApi = {
  "POST /settings/emails/test": endpoint({
    summary: "Send a test email with the saved settings.",
    caller: "admin",
    body: z.object({ to: z.email("Enter an email address, such as name@example.com.").max(254) }),
    /** `error` is the mail server's answer as a code. */
    reply: one(z.object({ status: z.enum(["sent", "file", "failed"]), error: z.string().nullable() })),
  }),
};
