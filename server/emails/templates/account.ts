import { signInCode, tokenSecret } from "#server/accounts/accounts.ts";
import { button, codeBlock, type EmailContent, note, paragraph } from "#server/emails/layout.ts";
import type { App } from "#server/platform/app.ts";
import { say } from "#words/say.ts";
import type { ComposedEmail, TemplateContext } from "./template.ts";

/** Account emails; undefined for other templates. */
export function accountEmail({ app, waiting, base }: TemplateContext): ComposedEmail | undefined {
  const { template, recipient, facts } = waiting;
  const write = templates[template];
  if (recipient === null || !write) return undefined;
  return { to: recipient, content: write({ app, base, tokenId: String(facts.token_id) }) };
}

interface AccountEmailInput {
  app: App;
  base: string;
  tokenId: string;
}
const confirmationLink = ({ app, base, tokenId }: AccountEmailInput, purpose: "verify" | "email_change") =>
  `${base}/verify-email#token=${tokenSecret(app, purpose, tokenId)}`;
const ignoreIfNotYou = () => say("If that was not you, you need not do anything.");

const templates: Record<string, (given: AccountEmailInput) => EmailContent> = {
  verify: (given) => ({
    subject: say("Confirm your email address"),
    preview: say("One press, and we know where to reach you."),
    heading: say("Welcome!"),
    parts: [
      paragraph(
        say(
          "Your account is ready. Please confirm that this is your e-mail address, so that we can reach you about your orders.",
        ),
      ),
      button(say("Confirm my address"), confirmationLink(given, "verify")),
      note(
        say(
          "The link works for seven days. Somebody opened an account with this address; if that was not you, you need not do anything.",
        ),
      ),
    ],
  }),
  email_change: (given) => ({
    subject: say("Confirm your new e-mail address"),
    preview: say("Your account changes to this address once you confirm it."),
    heading: say("Your new address"),
    parts: [
      paragraph(
        say(
          "You asked us to write to you here from now on. Your account keeps its old address until you confirm this one.",
        ),
      ),
      button(say("Use this address"), confirmationLink(given, "email_change")),
      note(`${say("The link works for a day.")} ${ignoreIfNotYou()}`),
    ],
  }),
  email_changed: ({ base }) => ({
    subject: say("Your e-mail address was changed"),
    preview: say("Your account has another address now."),
    heading: say("Your e-mail address was changed"),
    parts: [
      paragraph(say("Your account was given another e-mail address, and we will not write to this one any more.")),
      note(say("If that was not you, somebody else may be in your account. Write to us at once.")),
      button(say("Go to the shop"), base),
    ],
  }),
  reset: ({ app, base, tokenId }) => ({
    subject: say("Set a new password"),
    preview: say("The link works for an hour, once."),
    heading: say("Set a new password"),
    parts: [
      paragraph(
        say(
          "You told us that you forgot your password. Here you can choose another; you will be signed out everywhere else.",
        ),
      ),
      button(say("Set a new password"), `${base}/reset-password#token=${tokenSecret(app, "reset", tokenId)}`),
      note(`${say("The link works for an hour, once.")} ${ignoreIfNotYou()}`),
    ],
  }),
  login_code: ({ app, tokenId }) => {
    const code = signInCode(app, tokenId);
    return {
      subject: say("{code} is your sign-in code", { code }),
      preview: say("It works for ten minutes."),
      heading: say("Your sign-in code"),
      parts: [
        paragraph(say("Type this code where you were asked for it:")),
        codeBlock(code),
        note(`${say("It works for ten minutes, once. We never ask for it by phone or mail.")} ${ignoreIfNotYou()}`),
      ],
    };
  },
  password_changed: ({ base }) => ({
    subject: say("Your password was changed"),
    preview: say("Every other device was signed out."),
    heading: say("Your password was changed"),
    parts: [
      paragraph(say("Your account has a new password, and every other device was signed out.")),
      note(say("If that was not you, choose another password now: the link below sends one to this address.")),
      button(say("I did not do this"), `${base}/forgot-password`),
    ],
  }),
  account_deleted: ({ base }) => ({
    subject: say("Your account has been deleted"),
    preview: say("We have forgotten who you are."),
    heading: say("Your account has been deleted"),
    parts: [
      paragraph(
        say(
          "Your name, addresses, wishes and notifications are gone. Orders are kept without your name once they have ended; invoices keep it, as the law wants them to.",
        ),
      ),
      note(say("If that was not you, write to us at once. This is the last letter of this account.")),
      button(say("Go to the shop"), base),
    ],
  }),
};
