import { countryCodes } from "#contract/formats/countries.ts";
import { addBack } from "#web/ui/lists/reinsert.ts";
import { countryName, sortCountries } from "#web/ui/text/country-name.ts";
import { MultiPicker } from "./multi-picker.tsx";

type Props = {
  label: string;
  /** Country codes. */
  chosen: string[];
  /** The saved ones, whose order is kept. */
  saved: readonly (string | undefined)[] | undefined;
  onChange: (countries: string[]) => void;
};

/** A choice of countries. */
export const CountriesPicker = ({ label, chosen, saved, onChange }: Props) => (
  <MultiPicker
    label={label}
    items={countryItems}
    chosen={countryItems.filter(({ hint }) => chosen.includes(hint))}
    onAdd={(id) => onChange(addBack(chosen, countryCodes[id] as string, saved))}
    onRemove={(id) => onChange(chosen.filter((code) => code !== countryCodes[id]))}
  />
);

/** Countries by name; their ids are their places in the list of codes. */
const countryItems = sortCountries(countryCodes).map((code) => ({
  id: countryCodes.indexOf(code),
  label: countryName(code),
  hint: code,
}));
