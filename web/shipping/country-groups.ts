import { countryCodes } from "#contract/formats/countries.ts";
import { euCountries } from "#contract/formats/european-union.ts";
import type { ShippingZone } from "#contract/shipping.ts";

/** Countries that are added at once. */
export interface CountryGroup {
  label: string;
  countries: readonly string[];
}

const europe = [
  ...euCountries,
  ..."AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK".split(" "),
];

/** The groups a zone is offered, without countries that another zone has as a whole (`taken`), as each is in one only. */
export function listCountryGroups(taken: readonly string[]): CountryGroup[] {
  const groups = [
    { label: "European Union (EU)", countries: euCountries },
    { label: "Europe", countries: europe },
    { label: "Rest of the world", countries: countryCodes },
  ];
  return groups.map(({ label, countries }) => ({
    label,
    countries: countries.filter((code) => !taken.includes(code)),
  }));
}

/** The countries that other zones than this one (`id`) have as a whole, not only some of their postal codes. */
export const takenCountries = (
  zones: readonly Pick<ShippingZone, "id" | "countries" | "postal_patterns">[],
  id?: number,
) => zones.filter((zone) => zone.id !== id && zone.postal_patterns.length === 0).flatMap(({ countries }) => countries);
