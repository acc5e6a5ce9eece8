import { timingSafeEqual } from "node:crypto";
import type { FastifyReply } from "fastify";
import type { EmailPreference } from "#contract/notifications.ts";
import { updateEmailPreferences } from "#server/notifications/notifications.ts";
import type { App } from "#server/platform/app.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { deleteAlertsOfVisitor } from "#server/stock/stock.ts";
import { dropUnsentTo, findEmail } from "./outbox.sql.ts";

/** The kinds of emails that their readers can unsubscribe from without signing in. */
const kinds: Record<string, EmailPreference> = {
  price_drop: "price_drops",
  back_in_stock: "back_in_stock",
  order_delivered: "review_invitations",
};

/** The token in the unsubscribe links of an email. It holds no personal data. */
export const unsubscribeToken = ({ tokens }: Pick<App, "tokens">, emailId: string) =>
  `${emailId}.${tokens.derive("unsubscribe", emailId)}`;

/** Where the reader of an email unsubscribes, and what mail programs call for them (RFC 8058). */
export function unsubscribeLinks(app: Pick<App, "tokens">, emailId: string, base: string) {
  const token = unsubscribeToken(app, emailId);
  return {
    page: `${base}/unsubscribe#token=${token}`,
    headers: {
      "List-Unsubscribe": `<${base}/unsubscribe/${token}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

/** Unsubscribing by the page of the shop, and by the button of a mail program. */
export function registerUnsubscribe(app: App) {
  app.answer("POST /unsubscribe", async ({ body }) => ({ kind: await unsubscribe(app, body.token) }));
  void app.http.register(async (http) => {
    // RFC 8058: `List-Unsubscribe=One-Click` as a form of either type. The link says it all, so it isn't read.
    http.removeAllContentTypeParsers();
    http.addContentTypeParser("*", { parseAs: "string", bodyLimit: 1024 }, (_request, _body, done) => done(null));
    const options = { schema: { hide: true } };
    http.post<Link>("/unsubscribe/:token", options, async (request, reply): Promise<FastifyReply> => {
      await app.limit("write", request);
      await unsubscribe(app, request.params.token);
      return reply.status(200).type("text/plain").send("Unsubscribed.\n");
    });
    // Programs that scan emails follow links, so only the button of the page unsubscribes.
    http.get<Link>("/unsubscribe/:token", options, async ({ params }, reply) =>
      reply.header("cache-control", "no-store").redirect(`/unsubscribe#token=${encodeURIComponent(params.token)}`, 302),
    );
  });
}

type Link = { Params: { token: string } };

/** Turns off the kind of email that a token is from, for its reader. Throws `link_expired`. */
async function unsubscribe(app: App, token: string): Promise<EmailPreference> {
  const [emailId = "", secret = ""] = token.split(".");
  if (!isSame(secret, app.tokens.derive("unsubscribe", emailId))) throw new Problem("link_expired");
  return inTransaction(app.db, async (tx) => {
    const email = await findEmail(tx, emailId);
    const kind = kinds[email?.template ?? ""];
    if (!email || !kind) throw new Problem("link_expired");
    const { user_id: userId, recipient } = email;
    if (userId !== null) await updateEmailPreferences(tx, userId, { [kind]: false });
    else if (recipient !== null) {
      await deleteAlertsOfVisitor(tx, recipient);
      await dropUnsentTo(tx, recipient, email.template);
    }
    return kind;
  });
}

function isSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
