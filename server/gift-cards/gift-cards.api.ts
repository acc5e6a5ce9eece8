import type { GiftCard, GiftCardEntry } from "#contract/gift-cards.ts";
import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { newSecretId } from "#server/platform/auth/tokens.ts";
import { amountCell, type Columns, fields } from "#server/platform/csv.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import {
  type CardRow,
  type EntryRow,
  findCard,
  hasGiftCards,
  listCards,
  listEntries,
  updateCard,
} from "./gift-cards.sql.ts";
import { deriveGiftCardCode, issueGiftCard, presentGiftCard } from "./issuing.ts";

/** Admin endpoints for gift cards. Shoppers use them through the cart. */
export function giftCardsRoutes(app: App) {
  const { db } = app;
  app.events.on("shop.currency_changing", async (tx) => {
    if (await hasGiftCards(tx)) throw new Problem("currency_in_use");
  });
  app.object<CardState>("gift_card", {
    read: async (tx, id) => {
      const found = await findCard(tx, Number(id), app.now());
      return found && cardState(found);
    },
    name: ({ last4 }) => `•••• ${last4}`,
    update: (tx, id, state) => updateCard(tx, Number(id), state, app.now()),
    // Its code has been shown, so it is not deleted.
    remove: async (tx, id) => {
      const { version } = assertFound(await findCard(tx, Number(id), app.now()));
      await updateCard(tx, Number(id), { is_active: false, version }, app.now());
    },
    canRemove: ({ is_active }) => is_active,
  });
  app.answerPage("GET /gift-cards", async ({ query }) => {
    const { rows, total } = await listCards(db, query, app.now(), query);
    return { rows: rows.map(presentGiftCard), total };
  });
  app.handleExport("GET /gift-cards", columns);
  app.answer("GET /gift-cards/:id", async ({ params }) =>
    presentGiftCard(assertFound(await findCard(db, params.id, app.now()))),
  );
  app.answerPage("GET /gift-cards/:id/entries", async ({ params: { id }, query }) => {
    const { currency } = assertFound(await findCard(db, id, app.now()));
    const { rows, total } = await listEntries(db, id, query);
    return { rows: rows.map((row) => presentEntry(row, currency)), total };
  });
  app.write(
    "POST /gift-cards",
    async (tx, { body }, { caller }) => {
      const { currency } = await getSettings(tx);
      const secret = newSecretId();
      const issue = { ...body, currency, issuedBy: userId(caller), code: deriveGiftCardCode(app.tokens, secret) };
      return { ...(await issueGiftCard(tx, issue, app.now())), secret };
    },
    // The idempotency key stores the id from which the code is derived, never the code.
    { answer: ({ secret, ...card }) => ({ ...card, code: deriveGiftCardCode(app.tokens, secret) }) },
  );
  app.write("PATCH /gift-cards/:id", async (tx, { params, body }) => {
    const current = assertFound(await findCard(tx, params.id, app.now()));
    const updated = await updateCard(tx, params.id, body, app.now());
    if (!updated) throw new Problem("stale", { details: { current: presentGiftCard(current) } });
    return presentGiftCard(updated);
  });
}

/** What a change of a gift card records: neither its balance, which orders change, nor who it is for. */
type CardState = Pick<GiftCard, "last4" | "initial" | "expires_at" | "is_active" | "version">;
const cardState = ({ last4, initial_amount, currency, expires_at, is_active, version }: CardRow): CardState => ({
  last4,
  initial: { amount: initial_amount, currency },
  expires_at,
  is_active,
  version,
});

const presentEntry = ({ delta_amount, balance_after, ...entry }: EntryRow, currency: string): GiftCardEntry => ({
  ...entry,
  change: { amount: delta_amount, currency },
  balance: { amount: balance_after, currency },
});

/** The columns of the CSV file of gift cards. */
const columns: Columns<GiftCard> = {
  ...fields("last4", "status"),
  initial: ({ initial: { amount, currency } }) => amountCell(amount, currency),
  balance: ({ balance: { amount, currency } }) => amountCell(amount, currency),
  currency: ({ initial }) => initial.currency,
  ...fields("recipient", "note", "expires_at", "created_at"),
};
