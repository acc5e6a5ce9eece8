import { findAccountEmail, listAdministratorIds } from "#server/accounts/accounts.ts";
import { button, paragraph } from "#server/emails/layout.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/**
 * An alert to an administrator, in English like the dashboard; undefined for a recipient who is none any more, unless it
 * tells of what an intruder would do who has demoted them.
 */
export async function adminAlertEmail({ app, waiting, base }: TemplateContext): Promise<ComposedEmail | undefined> {
  const { template, user_id: userId, facts } = waiting;
  if (template !== "admin_alert" || userId === null) return undefined;
  const isMeant = facts.is_for_former !== undefined || (await listAdministratorIds(app.db)).includes(userId);
  const email = isMeant && (await findAccountEmail(app.db, userId));
  if (!email) return undefined;
  const text = String(facts.text);
  return {
    to: email,
    values: {},
    content: {
      subject: text,
      preview: text,
      heading: "Your shop needs attention",
      parts: [paragraph(text), button("Open the dashboard", base + String(facts.link))],
    },
  };
}
