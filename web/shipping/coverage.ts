import type { ShippingRate, ShippingZone, ZoneMethod } from "#contract/shipping.ts";

/** A place without a shipping method: a whole country, some of its postal codes, or some orders. */
export type Gap =
  | { kind: "no_method"; postal: string | null }
  | { kind: "value"; from: number; to: number | null; postal: string | null }
  | { kind: "weight"; from: number; to: number | null; postal: string | null };

/** How one country is shipped to. */
export interface Coverage {
  country: string;
  zones: ShippingZone[];
  methods: ZoneMethod[];
  gaps: Gap[];
}

/** Every country of the zones with its active methods and gaps. A zone of postal codes replaces the country's there. */
export function listCoverage(zones: ShippingZone[], methods: ZoneMethod[]): Coverage[] {
  const countries = [...new Set(zones.flatMap((zone) => zone.countries))];
  const active = methods.filter((method) => method.is_active);
  const methodsOf = (some: ShippingZone[]) => active.filter(({ zone_id }) => some.some(({ id }) => id === zone_id));
  return countries.map((country) => {
    const own = zones.filter((zone) => zone.countries.includes(country));
    const whole = own.filter((zone) => zone.postal_patterns.length === 0);
    const parts = own.filter((zone) => zone.postal_patterns.length > 0);
    return {
      country,
      zones: own,
      methods: methodsOf(own),
      gaps: [
        ...findGaps(methodsOf(whole), null),
        ...parts.flatMap((zone) => findGaps(methodsOf([zone]), zone.postal_patterns.join(", "))),
      ],
    };
  });
}

function findGaps(methods: ZoneMethod[], postal: string | null): Gap[] {
  const rates = methods.flatMap((method) => method.rates);
  if (rates.length === 0) return [{ kind: "no_method", postal }];
  const values = edges(rates, "min_subtotal_amount", "max_subtotal_amount");
  const weights = edges(rates, "min_weight_g", "max_weight_g");
  const isShipped = (value: number, weight: number) => rates.some((rate) => applies(rate, value, weight));
  const byValue = values.filter((value) => !isShipped(value, 0));
  const byWeight = weights.filter((weight) =>
    values.some((value) => !byValue.includes(value) && !isShipped(value, weight)),
  );
  return [
    ...joinEdges(byValue, values).map((range) => ({ kind: "value" as const, ...range, postal })),
    ...joinEdges(byWeight, weights).map((range) => ({ kind: "weight" as const, ...range, postal })),
  ];
}

const applies = (rate: ShippingRate, value: number, weight: number) =>
  value >= (rate.min_subtotal_amount ?? 0) &&
  value <= (rate.max_subtotal_amount ?? Number.POSITIVE_INFINITY) &&
  weight >= (rate.min_weight_g ?? 0) &&
  weight <= (rate.max_weight_g ?? Number.POSITIVE_INFINITY);

/** The values at which other rates begin to apply: between two of them nothing changes. */
function edges<K extends keyof ShippingRate>(rates: ShippingRate[], min: K, max: K): number[] {
  const all = rates.flatMap((rate) => {
    const [from, to] = [rate[min], rate[max]] as (number | null)[];
    return [from ?? 0, ...(to === null || to === undefined ? [] : [to + 1])];
  });
  return [...new Set([0, ...all])].sort((one, other) => one - other);
}

/** Ranges of neighboring edges; `to` is inclusive, null for no end. */
function joinEdges(missing: number[], all: number[]): { from: number; to: number | null }[] {
  const ranges: { from: number; to: number | null }[] = [];
  for (const edge of missing) {
    const next = all[all.indexOf(edge) + 1];
    const to = next === undefined ? null : next - 1;
    const last = ranges.at(-1);
    if (last && last.to === edge - 1) last.to = to;
    else ranges.push({ from: edge, to });
  }
  return ranges;
}
