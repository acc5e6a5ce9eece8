import type { App } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { createSecret } from "#server/platform/auth/tokens.ts";
import { inTransaction } from "#server/platform/database/transaction.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { getSettings } from "#server/shop/shop.ts";
import { changeCard, findCard, listCards } from "./gift-cards.sql.ts";
import { codeFrom, issueGiftCard, shownCard } from "./issuing.ts";

/** Calls of administrators about gift cards; shoppers meet them on the cart. */
export function giftCardsRoutes(app: App) {
  const { db } = app;
  app.handle("GET /gift-cards", async ({ query: { page, per_page, name } }) => {
    const { rows, total } = await listCards(db, { name, page, per_page });
    return { data: rows.map(shownCard), meta: { page, per_page, total, pages: Math.ceil(total / per_page) } };
  });
  app.handle("POST /gift-cards", async ({ body }, { caller, idempotency }) => {
    const { currency } = await getSettings(db);
    // Kept under the call's key is what the code is made from, never the code.
    const { card, secret } = await idempotency.transaction(db, async (tx) => {
      const secret = createSecret();
      const issue = { ...body, currency, issuedBy: userId(caller), code: codeFrom(app.tokens, secret) };
      return { card: await issueGiftCard(tx, issue), secret };
    });
    return { data: { ...card, code: codeFrom(app.tokens, secret) } };
  });
  app.handle("PATCH /gift-cards/:id", async ({ params, body }) => {
    const card = await inTransaction(db, async (tx) => {
      const current = assertFound(await findCard(tx, params.id));
      const changed = await changeCard(tx, params.id, body);
      if (!changed) throw new Problem("stale", { details: { current: shownCard(current) } });
      return changed;
    });
    return { data: shownCard(card) };
  });
}
