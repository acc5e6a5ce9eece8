import { type AddressFormat, addressFormat } from "./address-format.ts";
import { toAsciiDigits } from "./digits.ts";
import { regionsOf } from "./regions.ts";

/**
 * Address formats by country, to catch typing errors. Without zod, so that forms load little.
 * https://www.upu.int/en/postal-solutions/programmes-services/addressing-solutions
 */

/** Example postal codes: a digit stands for any digit, a letter for any letter. */
const examples = new Map(
  `AT 1010, AU 2000, BE 1000, BG 1000, BR 01310-100, CA K1A 0B1, CH 8001, CN 100000, CY 1010, CZ 110 00, DE 10115, DK 1050,
  EE 10111, ES 28001, FI 00100, FR 75001, GB SW1A 1AA, GR 104 31, HR 10000, HU 1011, IE D02 AF30, IN 110001, IS 101,
  IT 00118, JP 100-0001, KR 04524, LI 9490, LT 01100, LU 1009, LV 1010, MC 98000, MT VLT 1117, MX 06000, NL 1012 AB,
  NO 0150, NZ 6011, PL 00-001, PT 1000-001, RO 010011, SE 111 20, SG 018956, SI 1000, SK 811 01, TR 34000, UA 01001,
  US 94105, ZA 0001`
    .split(/,\s+/)
    .map((line) => [line.slice(0, 2), line.slice(3)]),
);

/** For countries with several formats; matched without spaces and dashes. */
const patterns: Record<string, RegExp> = {
  // BFPO: British forces abroad.
  GB: /^([A-Z]{1,2}\d[A-Z\d]?|GIR)\d[A-Z]{2}$|^BFPO\d{1,4}$/,
  IE: /^[A-Z]\d[\dW][A-Z\d]{4}$/,
  US: /^\d{5}(\d{4})?$/,
};

/** Countries whose postal codes are optional, and countries without any. */
const withOptional = new Set(["IE", "PA"]);
const without = new Set(
  `AE AG AO AW BF BI BJ BS BW BZ CD CF CG CI CM DJ DM ER FJ GA GD GM GQ GY HK KI KM KN ML MO MR MW QA RW SB SC SL SR ST
  TD TG TL TO TV UG VU YE ZW`.split(/\s+/),
);

export const postalCodes = (country: string): "needed" | "optional" | "none" => {
  if (without.has(country)) return "none";
  return withOptional.has(country) ? "optional" : "needed";
};

/** Whether the postal codes of a country are digits, for the keyboard of phones. */
export const hasNumericPostalCode = (country: string) => /^[\d\s-]+$/.test(examples.get(country) ?? "");

/** A message with placeholders, and their values. */
export interface AddressProblem {
  message: string;
  values?: { example: string };
}

const missingCode: Record<AddressFormat["postal"], AddressProblem> = {
  postal_code: { message: "Postal code required" },
  zip_code: { message: "ZIP code required" },
  postcode: { message: "Postcode required" },
  pin_code: { message: "PIN code required" },
  eircode: { message: "Eircode required" },
};
const invalidCode: Record<AddressFormat["postal"], AddressProblem> = {
  postal_code: { message: "Enter a postal code, such as {example}." },
  zip_code: { message: "Enter a ZIP code, such as {example}." },
  postcode: { message: "Enter a postcode, such as {example}." },
  pin_code: { message: "Enter a PIN code, such as {example}." },
  eircode: { message: "Enter an Eircode, such as {example}." },
};

/** Validates a postal code. Ignores spaces, dashes, 〒, case, the width of letters, the script of digits, and a leading country code. */
export function postalProblem(country: string, code: string): AddressProblem | undefined {
  const need = postalCodes(country);
  const bare = toAsciiDigits(code.normalize("NFKC"))
    .replace(/[\s\p{Pd}.〒]/gu, "")
    .toUpperCase();
  if (need === "none" || (need === "optional" && bare === "")) return undefined;
  const { postal } = addressFormat(country);
  if (bare === "") return missingCode[postal];
  const example = examples.get(country);
  if (!example || patternOf(country, example).test(bare)) return undefined;
  return { ...invalidCode[postal], values: { example } };
}

function patternOf(country: string, example: string): RegExp {
  const bare = example.replace(/[ -]/g, "");
  const before = /^\d/.test(bare) ? "^([A-Z]{1,2})?" : "^";
  const places = bare.replace(/\d/g, "9").replace(/[A-Z]/g, "[A-Z]").replace(/9/g, "\\d");
  return patterns[country] ?? new RegExp(`${before}${places}$`);
}

const missingRegion: Record<AddressFormat["region"], AddressProblem> = {
  state: { message: "Select a state." },
  province: { message: "Select a province." },
  prefecture: { message: "Select a prefecture." },
};

/** Validates the code of a state or province, in countries that have them in addresses. */
export function regionProblem(country: string, region: string): AddressProblem | undefined {
  const known = regionsOf(country);
  const code = region.trim().toUpperCase();
  if (!known || known.some((one) => one.code === code)) return undefined;
  return missingRegion[addressFormat(country).region];
}

/** Validates a VAT ID, if given: a country and up to 13 letters and digits, as in the EU, Great Britain and Switzerland. */
export function vatIdProblem(id: string): AddressProblem | undefined {
  const bare = id.replace(/[\s.-]/g, "");
  if (bare === "" || /^[A-Z]{2,3}[A-Z0-9+*]{5,13}$/i.test(bare)) return undefined;
  return { message: "Enter a VAT ID, such as {example}.", values: { example: "DE123456788" } };
}

/** Validates a phone number, if given. Any notation is accepted: the carrier's staff dial it. */
export function phoneProblem(phone: string): AddressProblem | undefined {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0;
  if (phone.trim() === "" || (digits >= 5 && /^[\p{Nd}+()\-/.\s]*$/u.test(phone))) return undefined;
  return { message: "Enter a phone number, such as {example}.", values: { example: "+49 30 1234567" } };
}

/** The problems of the fields that depend on the country, by field. */
export const addressProblems = (address: {
  country: string;
  postal_code?: string | null | undefined;
  region_code?: string | null | undefined;
  phone?: string | null | undefined;
  vat_id?: string | null | undefined;
}): Record<"postal_code" | "region_code" | "phone" | "vat_id", AddressProblem | undefined> => ({
  postal_code: postalProblem(address.country, address.postal_code ?? ""),
  region_code: regionProblem(address.country, address.region_code ?? ""),
  phone: phoneProblem(address.phone ?? ""),
  vat_id: vatIdProblem(address.vat_id ?? ""),
});
