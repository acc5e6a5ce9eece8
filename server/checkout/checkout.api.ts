import type { Input } from "#contract/api.ts";
import { minorDigits } from "#contract/formats/currency-decimals.ts";
import { findAddress, limitOrderEmails } from "#server/accounts/accounts.ts";
import { findActiveCart, resolveDestination } from "#server/cart/cart.ts";
import { listPaymentMethods } from "#server/payments/payments.ts";
import type { App, Call } from "#server/platform/app.ts";
import { userId } from "#server/platform/auth/caller.ts";
import { assertFound, Problem } from "#server/platform/http/problem.ts";
import { addressOf, isThisMachine } from "#server/platform/http/rate-limit.ts";
import { listDeliveryCountries } from "#server/shipping/shipping.ts";
import { assertCanSellTo, companyVatId, getSettings, updateSettings } from "#server/shop/shop.ts";
import { decideVat } from "#server/taxes/taxes.ts";
import { placeManualOrder, priceManualOrder } from "./manual-orders.ts";
import { holdOrdersForReview } from "./order-holds.ts";
import { placeCartOrder } from "./placement.ts";
import { priceExample } from "./preview.ts";
import { estimateDelivery, priceQuote } from "./quotes.ts";

/** Checkout endpoints. */
export function checkoutRoutes(app: App) {
  holdOrdersForReview(app);
  app.events.on("shop.currency_changing", async (tx, { currency, before }) => {
    const { guest_order_max_amount: amount } = await getSettings(tx);
    const factor = 10 ** (minorDigits(currency) - minorDigits(before));
    if (amount !== null) await updateSettings(tx, { guest_order_max_amount: Math.max(1, Math.round(amount * factor)) });
  });
  app.answer("GET /checkout/countries", () => listDeliveryCountries(app.db), "settings", "shipping");
  app.answer("GET /checkout/delivery", ({ query }) => estimateDelivery(app, query));
  app.answer("GET /checkout/payment-methods", () => listPaymentMethods(app));
  app.answer("GET /checkout/quote", ({ query }, call) => quoteCart(app, query, call));
  app.answer("GET /checkout/preview", ({ query }) => priceExample(app, query));
  app.answer("POST /orders/manual/quote", ({ body }) => priceManualOrder(app, body));
  app.handle("POST /orders/manual", async ({ body }, call) => ({ data: await placeManualOrder(app, body, call) }), {
    savesOwnAnswer: true,
    recordsItself: true,
  });
  app.handle(
    "POST /orders",
    async ({ body }, call) => {
      if (body.email) await limitOrderEmails(app, call, body.email);
      return {
        data: await placeCartOrder(
          app,
          { userId: userId(call.caller), askers: askersOf(call) },
          body,
          call.idempotency,
        ),
      };
    },
    { savesOwnAnswer: true },
  );
}

/** The price of the caller's cart for a destination. Throws `cart_empty`, `not_found` and `legal_details_missing`. */
async function quoteCart(app: App, query: Input<"GET /checkout/quote">["query"], call: Call) {
  const { caller } = call;
  const customer = userId(caller);
  const saved = query.address_id ? assertFound(await findAddress(app.db, customer, query.address_id)) : undefined;
  const cart = await findActiveCart(app.db, { userId: customer });
  const items = (cart?.lines ?? [])
    .filter((line) => !line.saved_for_later)
    .map(({ id, variation_id, quantity }) => ({ item_id: id, variation_id, quantity }));
  if (!cart || items.length === 0) throw new Problem("cart_empty");
  const chosen = query.country
    ? { country: query.country, region_code: query.region_code, postal_code: query.postal_code }
    : await resolveDestination(app, cart.destinations);
  const to = saved ?? chosen;
  if (to) await assertCanSellTo(app, to.country);
  const asked = {
    country: to?.country ?? "",
    postalCode: to?.postal_code,
    vatId: query.vat_id ?? companyVatId(saved),
  };
  const vat = await decideVat(app, asked, askersOf(call));
  const { quote } = await priceQuote(app, app.db, {
    vat,
    items,
    cartId: cart.id,
    adjustments: cart,
    country: to?.country ?? "",
    postalCode: to?.postal_code ?? undefined,
    region: to?.region_code,
    methodId: query.shipping_method_id,
  });
  return quote;
}

/** Whose questions about VAT IDs are limited: the account, and the address unless it is that of a proxy. */
function askersOf({ caller, http }: Call): string[] {
  const address = http && !isThisMachine(http.request.ip) ? [`address ${addressOf(http.request)}`] : [];
  return [`account ${userId(caller)}`, ...address];
}
