import { regionsOf } from "./regions.ts";

/** What a country calls the parts of its addresses, and their order. */
export interface AddressFormat {
  postal: "postal_code" | "zip_code" | "postcode" | "pin_code" | "eircode";
  city: "city" | "town" | "suburb";
  region: "state" | "province" | "prefecture";
  /** City, region and postal code in the order of an envelope. */
  order: ("city" | "region_code" | "postal_code")[];
}
const usual: AddressFormat = {
  postal: "postal_code",
  city: "city",
  region: "state",
  order: ["postal_code", "city", "region_code"],
};
const cityFirst: AddressFormat["order"] = ["city", "region_code", "postal_code"];
const postcode: Partial<AddressFormat> = { postal: "postcode", order: cityFirst };
const formats: Record<string, Partial<AddressFormat>> = {
  AU: { ...postcode, city: "suburb" },
  BR: { order: cityFirst },
  CA: { region: "province", order: cityFirst },
  GB: { ...postcode, city: "town" },
  GG: { ...postcode, city: "town" },
  IE: { postal: "eircode", city: "town", order: cityFirst },
  IM: { ...postcode, city: "town" },
  IN: { postal: "pin_code", order: cityFirst },
  IT: { region: "province", order: ["postal_code", "city", "region_code"] },
  JE: { ...postcode, city: "town" },
  JP: { region: "prefecture", order: ["postal_code", "region_code", "city"] },
  NZ: postcode,
  SG: { order: cityFirst },
  US: { postal: "zip_code", order: cityFirst },
  ZA: { order: cityFirst },
};

export const addressFormat = (country: string): AddressFormat => ({ ...usual, ...formats[country] });

/** City, region and postal code as on an envelope: "Chicago, IL 60601", "10115 Berlin". */
export function cityLine(address: {
  country: string;
  city: string;
  region_code?: string | null | undefined;
  postal_code: string;
}): string {
  const { country, city } = address;
  const line = addressFormat(country)
    .order.map((part) => (part === "region_code" ? regionText(country, address.region_code ?? "") : address[part]))
    .filter(Boolean)
    .join(" ");
  return country === "US" ? line.replace(city, `${city},`) : line;
}

/** A region as envelopes have it: its code, or its name where the code is a number ("Tokyo" of Japan's 13). */
const regionText = (country: string, code: string) =>
  /^\d+$/.test(code) ? (regionsOf(country)?.find((region) => region.code === code)?.name ?? code) : code;

/** The lines of an address as on an envelope, without what is empty. */
export const addressLines = (
  address: Parameters<typeof cityLine>[0] & {
    fullname: string;
    company?: string | null | undefined;
    line1: string;
    line2?: string | null | undefined;
  },
  countryName: string,
): string[] =>
  [address.fullname, address.company, address.line1, address.line2, cityLine(address), countryName].flatMap((line) =>
    line?.trim() ? [line.trim()] : [],
  );
