import type { z } from "zod";
import type { Cart, DestinationChoice } from "#contract/cart.ts";
import { listCachedCountries } from "#server/cart/pricing/pricing-terms.ts";
import type { App } from "#server/platform/app.ts";
import { Problem } from "#server/platform/http/problem.ts";
import { updateDestination } from "./adjustments.sql.ts";
import { findOrCreateCart } from "./adjustments.ts";
import type { Owner } from "./cart.sql.ts";
import { presentCart } from "./present-cart.ts";

/** Chooses the destination of the owner's cart. Throws `no_delivery` with the unchanged cart in `details`. */
export async function chooseDestination(
  app: App,
  owner: Owner,
  { country, region_code, postal_code }: z.infer<typeof DestinationChoice>,
): Promise<Cart> {
  const cart = await findOrCreateCart(app, owner);
  if (typeof country !== "string" || !(await listCachedCountries(app)).includes(country))
    throw new Problem("no_delivery", { details: { cart: await presentCart(app, cart) } });
  const destination = { country, region_code: shortText(region_code, 10), postal_code: shortText(postal_code, 20) };
  const shown = await presentCart(app, { ...cart, destinations: [destination] });
  const version = await updateDestination(app.db, cart.id, destination);
  if (version === undefined) throw new Problem("busy", { retryAfter: 1 });
  return { ...shown, version };
}

const shortText = (text: unknown, length: number) =>
  typeof text === "string" && text.trim() !== "" ? text.trim().slice(0, length) : null;
