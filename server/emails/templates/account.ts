import { signInCode, tokenSecret } from "#server/accounts/accounts.ts";
import { button, codeBlock, type EmailContent, note } from "#server/emails/layout.ts";
import type { App } from "#server/platform/app.ts";
import { say } from "#words/say.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/** Account emails; undefined for other templates. */
export function accountEmail({ app, waiting, base }: TemplateContext): ComposedEmail | undefined {
  const { template, recipient, facts } = waiting;
  const composed = composeAccountEmail({ app, base, tokenId: String(facts.token_id) }, template);
  return recipient === null || !composed ? undefined : { to: recipient, ...composed };
}

/** An account email with a link or code that doesn't work; undefined for other templates. */
export const previewAccountEmail = (app: App, template: string, base: string) =>
  composeAccountEmail({ app, base, tokenId: "preview" }, template);

function composeAccountEmail(input: AccountEmailInput, template: string) {
  const write = templates[template];
  if (!write) return undefined;
  const values: Record<string, string> =
    template === "login_code" ? { code: signInCode(input.app, input.tokenId) } : {};
  return { content: write(input), values };
}

interface AccountEmailInput {
  app: App;
  base: string;
  tokenId: string;
}
const confirmationLink = (
  { app, base, tokenId }: AccountEmailInput,
  purpose: "verify" | "email_change" | "contact_email",
) => `${base}/verify-email#token=${tokenSecret(app, purpose, tokenId)}`;
const resetNotice = (base: string) => [
  note(say("If you didn't make this change, reset your password now.")),
  button(say("Reset password"), `${base}/forgot-password`),
];
const ignoreIfNotYou = () => say("If you didn't request this, you can ignore this email.");

const templates: Record<string, (input: AccountEmailInput) => EmailContent> = {
  verify: (input) => ({
    subject: say("Confirm your email address"),
    preview: say("Confirm your address to receive order updates."),
    heading: say("Welcome!"),
    intro: say("Your account is ready. Confirm your email address so that we can send you updates about your orders."),
    parts: [
      button(say("Confirm email address"), confirmationLink(input, "verify")),
      note(say("This link expires in 7 days. If you didn't create an account, you can ignore this email.")),
    ],
  }),
  contact_email: (input) => ({
    subject: say("Confirm your email address for an order"),
    preview: say("This address was entered for an order."),
    heading: say("Confirm your email address"),
    intro: say("This address was entered for an order in our shop. Confirm it to get updates about the order."),
    parts: [
      button(say("Confirm email address"), confirmationLink(input, "contact_email")),
      note(`${say("The link works for seven days.")} ${ignoreIfNotYou()}`),
    ],
  }),
  email_change: (input) => ({
    subject: say("Confirm your new email address"),
    preview: say("Confirm this address to use it for your account."),
    heading: say("Your new address"),
    intro: say(
      "You asked to change your account's email to this address. Your account keeps its current address until you confirm this one.",
    ),
    parts: [
      button(say("Confirm new address"), confirmationLink(input, "email_change")),
      note(`${say("This link expires in 24 hours.")} ${ignoreIfNotYou()}`),
    ],
  }),
  email_change_requested: ({ base }) => ({
    subject: say("Your email address is about to change"),
    preview: say("Someone requested a new email address for your account."),
    intro: say("Someone requested a new email address for your account. It changes once the new address is confirmed."),
    parts: [
      note(say("If this wasn't you, change your password now.")),
      button(say("Reset password"), `${base}/forgot-password`),
    ],
  }),
  email_changed: ({ base }) => ({
    subject: say("Your email address was changed"),
    preview: say("Your account has a new email address."),
    intro: say("Your account's email address was changed. We'll no longer send emails to this address."),
    parts: [
      note(say("If you didn't make this change, someone else may have access to your account. Contact us right away.")),
      button(say("Visit the shop"), base),
    ],
  }),
  reset: ({ app, base, tokenId }) => ({
    subject: say("Set a new password"),
    preview: say("This link expires in 1 hour and can be used once."),
    intro: say("You requested a new password. When you set one, you'll be signed out on all other devices."),
    parts: [
      button(say("Set a new password"), `${base}/reset-password#token=${tokenSecret(app, "reset", tokenId)}`),
      note(`${say("This link expires in 1 hour and can be used once.")} ${ignoreIfNotYou()}`),
    ],
  }),
  login_code: ({ app, tokenId }) => {
    const code = signInCode(app, tokenId);
    return {
      subject: say("{code} is your sign-in code", { code }),
      preview: say("This code expires in 10 minutes."),
      heading: say("Your sign-in code"),
      intro: say("Enter this code to sign in:"),
      parts: [
        codeBlock(code),
        note(
          `${say("This code expires in 10 minutes and can be used once. We never ask for it by phone or email.")} ${ignoreIfNotYou()}`,
        ),
      ],
    };
  },
  password_changed: ({ base }) => ({
    subject: say("Your password was changed"),
    preview: say("All other devices were signed out."),
    intro: say("Your password was changed, and all other devices were signed out."),
    parts: resetNotice(base),
  }),
  two_factor_enabled: ({ base }) => ({
    subject: say("Two-factor authentication was turned on"),
    preview: say("Signing in to your account now needs a code."),
    intro: say("From now on, signing in to your account needs a code from your authenticator app."),
    parts: resetNotice(base),
  }),
  two_factor_disabled: ({ base }) => ({
    subject: say("Two-factor authentication was turned off"),
    preview: say("Signing in to your account no longer needs a code."),
    intro: say("Signing in to your account no longer needs a code from your authenticator app."),
    parts: resetNotice(base),
  }),
  staff_invitation: ({ app, base, tokenId }) => ({
    subject: say("You're invited to manage the shop"),
    preview: say("This link expires in 7 days and can be used once."),
    intro: say("An administrator gave you access to the shop's dashboard. Set a password to accept."),
    parts: [
      button(
        say("Accept invitation"),
        `${base}/accept-invitation#token=${tokenSecret(app, "staff_invitation", tokenId)}`,
      ),
      note(
        `${say("This link expires in 7 days and can be used once.")} ${say("If you didn't expect this, you can ignore this email.")}`,
      ),
    ],
  }),
  account_deleted: ({ base }) => ({
    subject: say("Your account has been deleted"),
    preview: say("Your personal data has been deleted."),
    intro: say(
      "Your name, addresses, wishlist and notifications have been deleted. Your name is removed from orders " +
        "once they're complete. Invoices keep your name, as required by law.",
    ),
    parts: [
      note(say("If you didn't delete your account, contact us right away. This is the last email for this account.")),
      button(say("Visit the shop"), base),
    ],
  }),
};
