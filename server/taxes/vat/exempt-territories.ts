import type { Settings } from "#server/shop/shop.ts";
import { isOutsideVatTerritory, type VatPlace } from "./territory.ts";

type ShopPlace = Pick<Settings, "exempt_territories" | "country" | "address">;

/** Country codes of territories that addresses also write as one of the member state they belong to. */
const memberStates: Record<string, string> = {
  AX: "FI",
  ...Object.fromEntries(["BL", "GF", "GP", "MF", "MQ", "NC", "PF", "PM", "RE", "WF", "YT"].map((code) => [code, "FR"])),
};

/**
 * Whether the rates of a whole country don't apply in its territories outside of the EU's VAT: as the setting says, but
 * not if the shop itself is in one of them, whose rates it then enters as those of the country.
 */
export const exemptsTerritories = (shop: ShopPlace, country: string): boolean =>
  shop.exempt_territories && countryOfShopTerritory(shop) !== country;

/** Whether a place is a territory outside of the EU's VAT for this shop. */
export const isExemptTerritory = (shop: ShopPlace, place: VatPlace): boolean =>
  isOutsideVatTerritory(place) && exemptsTerritories(shop, place.country);

/** The country to whose territories the shop's own place belongs, by the postal code in its address; null if to none. */
function countryOfShopTerritory({ country, address }: ShopPlace): string | null {
  if (country === null) return null;
  const codes = address?.match(/(?<!\d)\d{3} ?\d{2}(?!\d)/g) ?? [];
  if (codes.some((postalCode) => isOutsideVatTerritory({ country, postalCode }))) return country;
  return memberStates[country] ?? null;
}
