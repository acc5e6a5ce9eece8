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
  /** Found by their names too; choosing one adds its countries. */
  groups?: readonly { label: string; countries: readonly string[] }[];
};

/** A choice of countries. */
export const CountriesPicker = ({ label, chosen, saved, onChange, groups = [] }: Props) => (
  <MultiPicker
    label={label}
    items={[...groupItems(groups, chosen), ...countryItems]}
    chosen={countryItems.filter(({ hint }) => chosen.includes(hint))}
    onAdd={(id) => {
      const added = groups[id - countryCodes.length]?.countries ?? [countryCodes[id] as string];
      const missing = added.filter((code) => !chosen.includes(code));
      onChange(missing.reduce((countries, code) => addBack(countries, code, saved), chosen));
    }}
    onRemove={(id) => onChange(chosen.filter((code) => code !== countryCodes[id]))}
  />
);

/** Countries by name; their ids are their places in the list of codes. */
const countryItems = sortCountries(countryCodes).map((code) => ({
  id: countryCodes.indexOf(code),
  label: countryName(code),
  hint: code,
}));

/** The groups that add something; their ids follow those of the countries. */
const groupItems = (groups: NonNullable<Props["groups"]>, chosen: readonly string[]) =>
  groups.flatMap(({ label, countries }, at) => {
    const count = countries.filter((code) => !chosen.includes(code)).length;
    return count > 0 ? [{ id: countryCodes.length + at, label, hint: `${count} countries` }] : [];
  });
