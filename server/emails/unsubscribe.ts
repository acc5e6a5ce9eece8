import { createHash, timingSafeEqual } from "node:crypto";
import type { FastifyReply } from "fastify";
import { EmailPreference } from "#contract/notifications.ts";
import { updateEmailPreferences } from "#server/notifications/notifications.ts";
import type { App } from "#server/platform/app.ts";
import type { Db, Tx } from "#server/platform/database/database.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { deleteAlertsOfVisitor, findVisitorWithAlerts } from "#server/stock/stock.ts";
import { dropUnsentTo, type QueuedEmail } from "./outbox.sql.ts";
import { findWaitingVisitor, getSecret } from "./unsubscribe.sql.ts";

/** The kinds of emails that their readers can unsubscribe from without signing in, by their templates. */
const kinds: Record<string, EmailPreference> = {
  price_drop: "price_drops",
  back_in_stock: "back_in_stock",
  order_delivered: "review_invitations",
};

/**
 * The token in the unsubscribe links of an email, the same in each to a reader. It has their secret and no address, and
 * works for ever: neither the email nor the signing key is needed.
 */
export async function unsubscribeToken(db: Db, { template, user_id: userId, recipient }: Reader) {
  const secret = await getSecret(db, userId === null ? { email: recipient ?? "" } : { userId });
  return `${kinds[template]}.${userId ?? ""}.${secret}`;
}

type Reader = Pick<QueuedEmail, "template" | "user_id" | "recipient">;

/** Where the reader of an email unsubscribes, and what mail programs call for them (RFC 8058). */
export async function unsubscribeLinks(db: Db, email: Reader, base: string) {
  const token = await unsubscribeToken(db, email);
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
  const [, kind = "", reader = "", secret = ""] = /^([a-z_]+)\.(\d{0,15})\.([0-9a-f]{64})$/.exec(token) ?? [];
  const known = EmailPreference.safeParse(kind).data;
  if (!known) throw new Problem("link_expired");
  return inTransaction(app.db, async (tx) => {
    if (reader === "") await unsubscribeVisitor(tx, secret);
    else await unsubscribeCustomer(tx, { userId: Number(reader), secret, kind: known });
    return known;
  });
}

/** Without alerts an address gets no emails, so its secret isn't looked for any further. */
async function unsubscribeVisitor(tx: Tx, secret: string) {
  const hash = createHash("sha256").update(secret).digest();
  const email = (await findVisitorWithAlerts(tx, hash)) ?? (await findWaitingVisitor(tx, hash, "back_in_stock"));
  if (email === undefined) return;
  await deleteAlertsOfVisitor(tx, email);
  await dropUnsentTo(tx, email, "back_in_stock");
}

async function unsubscribeCustomer(
  tx: Tx,
  { userId, secret, kind }: { userId: number; secret: string; kind: EmailPreference },
) {
  if (!isSame(secret, await getSecret(tx, { userId }))) throw new Problem("link_expired");
  await updateEmailPreferences(tx, userId, { [kind]: false });
}

function isSame(one: string, other: string) {
  const [left, right] = [Buffer.from(one), Buffer.from(other)];
  return left.length === right.length && timingSafeEqual(left, right);
}
