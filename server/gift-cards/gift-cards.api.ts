import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { createSecret } from "#server/platform/auth/tokens.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import { findCard, listCards, updateCard } from "./gift-cards.sql.ts";
import { deriveGiftCardCode, issueGiftCard, presentGiftCard } from "./issuing.ts";

/** Admin endpoints for gift cards. Shoppers use them through the cart. */
export function giftCardsRoutes(app: App) {
  const { db } = app;
  app.handle("GET /gift-cards", async ({ query: { page, per_page, name } }) => {
    const { rows, total } = await listCards(db, { name, page, per_page });
    return { data: rows.map(presentGiftCard), meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  app.handle("POST /gift-cards", async ({ body }, { caller, idempotency }) => {
    const { currency } = await getSettings(db);
    // The idempotency key stores the secret from which the code is derived, never the code.
    const { card, secret } = await idempotency.transaction(db, async (tx) => {
      const secret = createSecret();
      const issue = { ...body, currency, issuedBy: userId(caller), code: deriveGiftCardCode(app.tokens, secret) };
      return { card: await issueGiftCard(tx, issue), secret };
    });
    return { data: { ...card, code: deriveGiftCardCode(app.tokens, secret) } };
  });
  app.handle("PATCH /gift-cards/:id", async ({ params, body }) => {
    const card = await inTransaction(db, async (tx) => {
      const current = assertFound(await findCard(tx, params.id));
      const updated = await updateCard(tx, params.id, body);
      if (!updated) throw new Problem("stale", { details: { current: presentGiftCard(current) } });
      return updated;
    });
    return { data: presentGiftCard(card) };
  });
}
