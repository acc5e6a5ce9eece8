import type { LedgerReport } from "#contract/ledger.ts";
import { formatMoment } from "#web/ui/text/date-format.ts";
import { shopLocale } from "#words/say.ts";

/** What was mended, latest first. */
export function MendList({ mends }: Pick<LedgerReport, "mends">) {
  const locale = shopLocale();
  return (
    <ul className="divide-y divide-hairline">
      {mends.map(({ at, name, says, mended }) => (
        <li
          key={`${at} ${name} ${says}`}
          className="flex flex-wrap justify-between gap-x-6 gap-y-1 py-3 text-sm last:pb-0"
        >
          <div className="min-w-0 flex-1 basis-64">
            <p className="font-semibold">{name}</p>
            <p className="text-muted">
              {says}. {mended}
            </p>
          </div>
          <time dateTime={at} className="text-muted">
            {formatMoment(at, locale)}
          </time>
        </li>
      ))}
    </ul>
  );
}
