import type { ReactNode } from "react";
import type { LedgerReport } from "#contract/ledger.ts";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { shopLocale } from "#words/say.ts";

/** Whether all balances, when that was proven and how long it took, and what the last night found. */
export function Verdict({ report, action }: { report: LedgerReport; action: ReactNode }) {
  const locale = shopLocale();
  const { books, proven_at, took_ms, last_night } = report;
  const off = books.reduce((sum, book) => sum + book.findings, 0);
  const title = off === 0 ? "Everything balances" : off === 1 ? "One figure is off" : `${off} figures are off`;
  const seconds = (took_ms / 1000).toLocaleString(locale, { maximumSignificantDigits: 2 });
  return (
    <Banner tone={off === 0 ? "success" : "danger"} title={title} action={action} role="status">
      <p>
        Proven {formatMoment(proven_at, locale)}, in {seconds} s.
      </p>
      <p className="text-muted">
        {last_night
          ? `Last night's proof, ${formatMoment(last_night.at, locale)}: ${nightWords(last_night.findings)}.`
          : "The books are proven by themselves every night; the first proof is still to come."}
      </p>
    </Banner>
  );
}

const nightWords = (findings: number) =>
  findings === 0 ? "everything balanced" : `${findings} ${findings === 1 ? "figure was" : "figures were"} off`;
