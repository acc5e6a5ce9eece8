import type { AccountEmail } from "#server/accounts/account-emails.ts";
import { signInCode, tokenSecret } from "#server/accounts/accounts.ts";
import { openTestShop } from "#server/testing/shop.ts";
import type { Purpose } from "./one-time-tokens.sql.ts";

export const password = "correct horse";

/** A shop that collects the emails of accounts, and people with accounts in it. */
export async function openRecoveryShop() {
  const shop = await openTestShop();
  const { app, ask } = shop;
  const sentEmails: AccountEmail[] = [];
  app.events.on("account.email_requested", async (_tx, email) => void sentEmails.push(email));
  let people = 0;

  /** Calls from an address of its own, so that no test is throttled by another. */
  const visitor = (number = ++people) => ({
    post: (path: string, body: object, address = `10.2.0.${number}`) =>
      ask(`POST ${path}`, { body, headers: { "x-forwarded-for": address } }),
  });
  async function registered(form: object = {}) {
    const number = ++people;
    const email = `Somebody.${number}@example.com`;
    const headers = { cookie: `device_id=browser-${number}` };
    const { body } = await ask("POST /auth/register", {
      headers,
      body: { email, username: `somebody-${number}`, password, ...form },
    });
    /** Opens a link to confirm an address, in the browser that signed up. */
    const confirm = (token: string) => ask("POST /auth/email/confirm", { headers, body: { token } });
    const profile = async () => (await ask("GET /account/profile", { token: body.access_token })).body.data;
    return {
      ...visitor(number),
      ...headers,
      email,
      id: body.user.id,
      token: body.access_token,
      refresh: body.refresh_token,
      user: body.user,
      profile,
      confirm,
    };
  }
  const emailTo = (email: string, kind: AccountEmail["kind"]) =>
    sentEmails.findLast((one) => one.kind === kind && one.to.toLowerCase() === email.toLowerCase());
  /** The secret in an email. */
  const linkInEmail = (email: string, kind: AccountEmail["kind"], purpose = kind as Purpose) =>
    tokenSecret(app, purpose, emailTo(email, kind)?.tokenId ?? "");
  const codeTo = (email: string) => signInCode(app, emailTo(email, "login_code")?.tokenId ?? "");
  const forgot = async (somebody: Awaited<ReturnType<typeof registered>>) => {
    await somebody.post("/auth/password/forgot", { username: somebody.email });
    await app.jobs.drain();
    return linkInEmail(somebody.email, "reset");
  };
  return { ...shop, sentEmails, visitor, registered, emailTo, linkInEmail, codeTo, forgot };
}
