import { countryCodes } from "#contract/formats/countries.ts";

/** Countries that are added at once. */
export interface CountryGroup {
  label: string;
  countries: readonly string[];
}

const union = "AT BE BG CY CZ DE DK EE ES FI FR GR HR HU IE IT LT LU LV MT NL PL PT RO SE SI SK".split(" ");
const europe = [
  ...union,
  ..."AD AL AX BA BY CH FO GB GG GI IM IS JE LI MC MD ME MK NO RS RU SJ SM UA VA XK".split(" "),
];

/** The groups a zone is offered; the rest of the world are all countries that no zone has (`taken`). */
export function listCountryGroups(taken: readonly string[]): CountryGroup[] {
  return [
    { label: "European Union (EU)", countries: union },
    { label: "Europe", countries: europe },
    { label: "Rest of the world", countries: countryCodes.filter((code) => !taken.includes(code)) },
  ];
}
