import { useId, useState } from "react";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { type Period, type PeriodName, parsePeriod, periodNames } from "./period.ts";

const labels: Record<PeriodName, string> = {
  today: "Today",
  "7": "7 days",
  "30": "30 days",
  "90": "90 days",
  custom: "Custom",
};

type Props = { period: Period; onPeriod: (period: Period) => void };

/** Chooses the period of the figures and what they are compared with. */
export function PeriodPicker({ period, onPeriod }: Props) {
  const choose = (name: PeriodName) => {
    if (name === "custom") return onPeriod({ ...period, name });
    onPeriod({ ...parsePeriod(new URLSearchParams({ period: name }), new Date()), compare: period.compare });
  };
  return (
    <div className="flex flex-wrap items-center gap-2">
      <SegmentedControl
        label="Period"
        value={period.name}
        onValueChange={choose}
        options={periodNames.map((value) => ({ value, label: labels[value] }))}
      />
      {period.name === "custom" && <CustomDays key={`${period.from} ${period.to}`} {...{ period, onPeriod }} />}
      <SelectField
        label="Compare with"
        labelHidden
        size="small"
        value={period.compare}
        onChange={({ target }) => onPeriod({ ...period, compare: target.value === "year" ? "year" : "previous" })}
        options={{ previous: "Previous period", year: "A year earlier" }}
      />
    </div>
  );
}

/** First and last day; applied once both make a period of at most a year. */
function CustomDays({ period, onPeriod }: Props) {
  const [days, setDays] = useState({ from: period.from, to: period.to });
  const error = useId();
  const problem = problemOf(days);
  const change = (part: Partial<typeof days>) => {
    const next = { ...days, ...part };
    setDays(next);
    if (problemOf(next) === undefined) onPeriod({ ...period, ...next });
  };
  return (
    <fieldset aria-describedby={problem && error} className="flex flex-wrap items-center gap-2">
      <legend className="sr-only">Custom period</legend>
      {(["from", "to"] as const).map((name) => (
        <TextField
          key={name}
          type="date"
          label={name === "from" ? "From" : "To"}
          labelHidden
          value={days[name]}
          onChange={({ target }) => change({ [name]: target.value })}
        />
      ))}
      {problem && (
        <p id={error} role="alert" className="text-sm text-danger">
          {problem}
        </p>
      )}
    </fieldset>
  );
}

const longestMs = 365 * 86_400_000;

function problemOf({ from, to }: { from: string; to: string }): string | undefined {
  if (!from || !to) return "Enter both days.";
  if (from > to) return "The last day is before the first.";
  return Date.parse(to) - Date.parse(from) > longestMs ? "Choose at most a year." : undefined;
}
