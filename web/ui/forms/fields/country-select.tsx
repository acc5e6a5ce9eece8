import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useMemo } from "react";
import { addressFormat } from "#contract/formats/address-format.ts";
import { countryCodes } from "#contract/formats/countries.ts";
import { regionsOf } from "#contract/formats/regions.ts";
import { query } from "#web/api/call.ts";
import { regionLabels } from "#web/ui/forms/address-labels.ts";
import { countryName, sortCountries } from "#web/ui/text/country-name.ts";
import { say } from "#words/say.ts";
import { SelectField } from "./field.tsx";

type Props = Omit<ComponentProps<typeof SelectField>, "label"> & { label?: string };

/** A select with the countries the shop delivers to, or with `all` countries. */
export function CountrySelect({ all = false, ...field }: Props & { all?: boolean }) {
  const { data } = useQuery(query("GET /checkout/countries", {}));
  const countries = useMemo(() => sortCountries(all ? countryCodes : (data?.data ?? [])), [all, data]);
  return (
    <SelectField
      label={say("Country")}
      {...field}
      key={countries.length}
      placeholder={say("Select a country")}
      options={countries.map((code) => [code, countryName(code)])}
    />
  );
}

/** A select with the states or provinces of a country; nothing where addresses name none. */
export function RegionSelect({ country, ...field }: Props & { country: string }) {
  const regions = regionsOf(country);
  if (!regions) return null;
  const { label, choose } = regionLabels[addressFormat(country).region];
  return (
    <SelectField
      label={say(label)}
      {...field}
      key={country}
      placeholder={say(choose)}
      options={regions.map(({ code, name }) => [code, name])}
    />
  );
}
