import type { AddressInfo } from "node:net";
import { render, toPlainText } from "@react-email/render";
import type { App } from "#server/platform/app.ts";
import type { Letter } from "#server/platform/mailer.ts";
import { getPublicShop } from "#server/shop/shop.ts";
import { accountWords } from "./account-letters.ts";
import { page, type Words } from "./look.ts";
import { orderWords } from "./order-letters.ts";
import type { WaitingLetter } from "./outbox.sql.ts";
import { stockWords } from "./stock-letters.ts";

/** What a letter is about, and whom it goes to. */
export interface Composed {
  to: string;
  words: Words;
}

/** Writes a letter as things stand now. Undefined when nobody wants it any more, or no template knows it. */
export async function compose(app: App, waiting: WaitingLetter): Promise<Letter | undefined> {
  const { name, contact } = await getPublicShop(app);
  const sender = { name, base: baseOf(app), email: contact.email };
  const about = { app, waiting, base: sender.base };
  const composed = accountWords(about) ?? (await orderWords(about)) ?? (await stockWords(about));
  if (!composed) return undefined;
  const html = await render(page(composed.words, sender));
  const address = app.config.mailFrom ?? contact.email;
  return {
    id: `${waiting.id}@${address.split("@")[1] ?? "localhost"}`,
    from: { name, address },
    to: composed.to,
    subject: composed.words.subject,
    html,
    text: toPlainText(html),
  };
}

/** Where links of a letter lead: the address customers use, or this machine's own while the shop has no other. */
function baseOf({ config, http }: App) {
  const { port = config.port } = (http.server.address() ?? {}) as Partial<AddressInfo>;
  return config.publicUrl ?? `http://${config.host.includes(":") ? `[${config.host}]` : config.host}:${port}`;
}
