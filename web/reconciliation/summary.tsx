import type { ReactNode } from "react";
import type { ReconciliationReport } from "#contract/reconciliation.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { shopLocale } from "#words/say.ts";

/** Whether all is consistent, when that was checked and how long it took, and what the last night found. */
export function Summary({ report, action }: { report: ReconciliationReport; action: ReactNode }) {
  const locale = shopLocale();
  const { areas, checked_at, took_ms, last_night } = report;
  const count = areas.reduce((sum, area) => sum + area.inconsistencies, 0);
  const seconds = (took_ms / 1000).toLocaleString(locale, { maximumSignificantDigits: 2 });
  return (
    <Banner tone={count === 0 ? "success" : "danger"} title={countWords(count)} action={action} role="status">
      <p>
        Checked {formatMoment(checked_at, locale)}, in {seconds} s.
      </p>
      <p className="text-muted">
        {last_night
          ? `Last night, ${formatMoment(last_night.at, locale)}: ${countWords(last_night.inconsistencies)}.`
          : "The shop is checked every night. The first check hasn't run yet."}
      </p>
    </Banner>
  );
}

const countWords = (count: number) =>
  count === 0 ? "No inconsistencies" : count === 1 ? "1 inconsistency" : `${count} inconsistencies`;
