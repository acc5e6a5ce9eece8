import { Plus } from "lucide-react";
import type { ShippingRate, ShippingZone, ZoneMethod } from "#contract/shipping.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { countryName, sortCountries } from "#web/ui/text/country-name.ts";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { formatWeight, shopWeightUnit } from "#web/ui/text/weight-format.ts";
import { MethodForm } from "./method-form.tsx";
import { deleteMethod, deleteZone } from "./shipping.queries.ts";
import { ZoneForm } from "./zone-form.tsx";

type Props = { zone: ShippingZone; methods: ZoneMethod[]; currency: string };

/** A zone with its methods and their prices. */
export function ZoneCard({ zone, methods, currency }: Props) {
  const position = Math.max(-1, ...methods.map((method) => method.position)) + 1;
  return (
    <CardSection
      title={zone.name}
      hint={zoneHint(zone)}
      action={
        <div className="flex flex-wrap gap-2">
          <Button
            writes
            size="small"
            aria-label={`Add method to ${zone.name}`}
            onClick={() =>
              openDialog({
                title: `Add method to ${zone.name}`,
                content: <MethodForm zone={zone} position={position} />,
              })
            }
          >
            <Plus />
            Add method
          </Button>
          <ActionMenu
            compact
            label={`Zone ${zone.name}`}
            actions={[
              {
                label: "Edit zone",
                onSelect: () => openDialog({ title: "Edit zone", content: <ZoneForm zone={zone} /> }),
              },
              { label: "Delete zone", danger: true, onSelect: () => void deleteZone(zone) },
            ]}
          />
        </div>
      }
    >
      {methods.length === 0 ? (
        <p className="text-sm text-muted">No methods. Nothing is shipped here until you add one.</p>
      ) : (
        <ul aria-label={`Methods of ${zone.name}`} className="grid divide-y divide-hairline">
          {methods.map((method) => (
            <MethodRow key={method.id} zone={zone} method={method} currency={currency} />
          ))}
        </ul>
      )}
    </CardSection>
  );
}

const shownCountries = 6;

function zoneHint({ countries, postal_patterns: patterns }: ShippingZone): string {
  const names = sortCountries(countries).map(countryName);
  const more = names.length - shownCountries;
  const listed = names.slice(0, shownCountries).join(", ") + (more > 0 ? ` and ${more} more` : "");
  return patterns.length > 0 ? `${listed}: postal codes ${patterns.join(", ")}` : listed;
}

function MethodRow({ zone, method, currency }: { zone: ShippingZone; method: ZoneMethod; currency: string }) {
  const { name, carrier, min_days, max_days, rates, is_active } = method;
  const days = min_days === max_days ? `${min_days}` : `${min_days}–${max_days}`;
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-4 gap-y-2 py-3 text-sm first:pt-0 last:pb-0">
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <span className="font-medium">{name}</span>
          {!is_active && <Badge>Not offered</Badge>}
          <span className="text-muted">
            {[carrier, `${days} ${max_days === 1 ? "day" : "days"}`].filter(Boolean).join(", ")}
          </span>
        </p>
        <ul aria-label={`Rates of ${name}`} className="grid gap-0.5 text-muted">
          {rates.map((rate, at) => (
            <li key={at} className="tabular-nums">
              {describeRate(rate, currency)}
            </li>
          ))}
        </ul>
      </div>
      <div className="flex gap-2">
        <Button
          writes
          size="small"
          aria-label={`Edit ${name} in ${zone.name}`}
          onClick={() =>
            openDialog({
              title: `Edit ${name}`,
              content: <MethodForm zone={zone} method={method} position={method.position} />,
            })
          }
        >
          Edit
        </Button>
        <Button
          writes
          size="small"
          look="ghost-danger"
          aria-label={`Delete ${name} in ${zone.name}`}
          onClick={() => void deleteMethod(method)}
        >
          Delete
        </Button>
      </div>
    </li>
  );
}

/** A rate in words: "€4.90 for orders up to €49.99". */
function describeRate(rate: ShippingRate, currency: string): string {
  const money = (amount: number) => formatMoney({ amount, currency });
  const limits = [
    range(rate.min_subtotal_amount, rate.max_subtotal_amount, money, "orders"),
    range(rate.min_weight_g, rate.max_weight_g, (grams: number) => formatWeight(grams, shopWeightUnit()), "weights"),
  ].filter(Boolean);
  const price = rate.price_amount === 0 ? "Free" : money(rate.price_amount);
  return limits.length === 0 ? price : `${price} for ${limits.join(" and ")}`;
}

function range(from: number | null, to: number | null, show: (value: number) => string, noun: string): string {
  if (from !== null && to !== null) return `${noun} from ${show(from)} to ${show(to)}`;
  if (from !== null) return `${noun} from ${show(from)}`;
  return to === null ? "" : `${noun} up to ${show(to)}`;
}
