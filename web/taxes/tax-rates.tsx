import { Plus } from "lucide-react";
import type { TaxClass, TaxRate } from "#contract/taxes.ts";
import { CreateButton } from "#web/ui/admin/admin-page.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { Cell, HeadCell, Row, Table } from "#web/ui/lists/table.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { countryName, sortCountries } from "#web/ui/text/country-name.ts";
import { formatDay } from "#web/ui/text/date-format.ts";
import { localInputValue } from "#web/ui/text/shop-time.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { shopLocale } from "#words/say.ts";
import { findTaxGap, type TaxGap } from "./tax-gaps.ts";
import { TaxRateForm } from "./tax-rate-form.tsx";
import { deleteRate } from "./taxes.queries.ts";

const hour = 3_600_000;

type Props = { rates: TaxRate[]; classes: TaxClass[]; shipped: string[] };

/** The rates by country; countries that are shipped to without a rate are named, and come first. */
export function TaxRates({ rates, classes, shipped }: Props) {
  const today = localInputValue(new Date(useNow(hour)).toISOString()).slice(0, 10);
  const gaps = new Map(shipped.map((country) => [country, findTaxGap(country, rates, classes, today)]));
  const all = sortCountries([...new Set([...shipped, ...rates.map(({ country }) => country)])]);
  const countries = all.toSorted((one, other) => Number(Boolean(gaps.get(other))) - Number(Boolean(gaps.get(one))));
  return (
    <CardSection
      title="Tax rates"
      hint="By country. A class without a rate uses the rate of the default class."
      action={
        <div className="flex flex-wrap gap-2">
          <ExportButton route="GET /tax/rates/export" name="tax-rates" />
          <CreateButton look="secondary" onClick={() => addRate(classes)}>
            Add rate
          </CreateButton>
        </div>
      }
    >
      {countries.length === 0 ? (
        <p className="text-sm text-muted">No rates yet. Until you add one, no tax is charged anywhere.</p>
      ) : (
        <Table label="Tax rates">
          <thead>
            <tr>
              <HeadCell>Country</HeadCell>
              <HeadCell className="max-md:hidden">Class</HeadCell>
              <HeadCell>Name</HeadCell>
              <HeadCell numeric>Rate</HeadCell>
              <HeadCell className="w-0">
                <span className="sr-only">Actions</span>
              </HeadCell>
            </tr>
          </thead>
          <tbody>
            {countries.map((country) => (
              <CountryRows
                key={country}
                country={country}
                gap={gaps.get(country)}
                rates={rates.filter((rate) => rate.country === country)}
                classes={classes}
              />
            ))}
          </tbody>
        </Table>
      )}
    </CardSection>
  );
}

const addRate = (classes: TaxClass[], country?: string) =>
  openDialog({ title: "Add tax rate", content: <TaxRateForm classes={classes} {...(country ? { country } : {})} /> });

type RowsProps = { country: string; gap: TaxGap | undefined; rates: TaxRate[]; classes: TaxClass[] };

const CountryRows = ({ country, gap, rates, classes }: RowsProps) => (
  <>
    {gap && (
      <Row>
        <Cell className="font-medium md:whitespace-nowrap">{countryName(country)}</Cell>
        <Cell colSpan={4} className="py-2">
          <span className="flex flex-wrap items-center justify-between gap-2">
            <GapBadge gap={gap} country={country} />
            <Button
              writes
              size="small"
              aria-label={`Add rate for ${countryName(country)}`}
              onClick={() => addRate(classes, country)}
            >
              <Plus />
              Add rate
            </Button>
          </span>
        </Cell>
      </Row>
    )}
    {rates.map((rate) => (
      <RateRow key={rate.id} rate={rate} classes={classes} />
    ))}
  </>
);

const GapBadge = ({ gap, country }: { gap: TaxGap; country: string }) => (
  <Badge tone="warning" className="h-auto whitespace-normal">
    {gap.kind === "no_rate"
      ? `No tax rate for ${countryName(country)}`
      : `No tax rate for ${countryName(country)} after ${dayText(gap.day)}`}
  </Badge>
);

function RateRow({ rate, classes }: { rate: TaxRate; classes: TaxClass[] }) {
  const className = classes.find(({ id }) => id === rate.tax_class_id)?.name;
  const country = countryName(rate.country);
  const percent = `${(rate.rate_ppm / 10_000).toLocaleString(shopLocale(), { maximumFractionDigits: 4 })}%`;
  const notes = [
    rate.region && `state ${rate.region}`,
    rate.postal_prefix && `postal codes ${rate.postal_prefix}…`,
    rate.additional && "beside the regular rate",
    rate.compound && "on top of the regular rate",
    !rate.includes_shipping && "not on shipping",
    rate.valid_from && `from ${dayText(rate.valid_from)}`,
    rate.valid_to && `until ${dayText(rate.valid_to)}`,
  ].filter(Boolean);
  return (
    <Row>
      <Cell className="font-medium md:whitespace-nowrap">{country}</Cell>
      <Cell className="text-muted max-md:hidden md:whitespace-nowrap">{className}</Cell>
      <Cell className="w-full">
        {rate.name}
        <span className="block text-xs text-muted md:hidden">{className}</span>
        {notes.length > 0 && <span className="block text-xs text-muted">{notes.join(", ")}</span>}
      </Cell>
      <Cell numeric className="font-medium">
        {percent}
      </Cell>
      <Cell className="w-0 ps-0">
        <ActionMenu
          compact
          label={`${country}, ${className}, ${percent}`}
          actions={[
            {
              label: "Edit",
              onSelect: () =>
                openDialog({
                  title: `Edit tax rate of ${country}`,
                  content: <TaxRateForm classes={classes} rate={rate} />,
                }),
            },
            { label: "Delete", danger: true, onSelect: () => void deleteRate(rate) },
          ]}
        />
      </Cell>
    </Row>
  );
}

/** A calendar day without a time zone. */
const dayText = (day: string) => formatDay(`${day}T12:00:00Z`);
