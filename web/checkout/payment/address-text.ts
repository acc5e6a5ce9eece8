import { addressLines } from "#contract/formats/address-format.ts";
import { countryName } from "#web/ui/text/country-name.ts";
import { direction } from "#words/say.ts";

/** A whole address within a sentence, each part isolated: a house number stays before its street in every language. */
export const addressText = (address: Parameters<typeof addressLines>[0]) =>
  addressLines(address, countryName(address.country))
    .map((line) => `\u2068${line}\u2069`)
    .join(direction() === "rtl" ? "، " : ", ");
