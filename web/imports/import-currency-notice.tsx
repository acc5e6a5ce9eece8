import type { ImportJob } from "#contract/imports.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";

interface Props extends Pick<ImportJob, "summary"> {
  isAccepted: boolean;
  onAccept: (isAccepted: boolean) => void;
}

/** Prices in another currency than the shop's, which are imported only once somebody says that the numbers are right. */
export function ImportCurrencyNotice({ summary: { currencies, currency }, isAccepted, onAccept }: Props) {
  const found = Object.entries(currencies)
    .sort(([, one], [, other]) => other - one)
    .map(([name, count]) => `${name} (${count.toLocaleString("en")} ${count === 1 ? "product" : "products"})`);
  return (
    <Banner tone="warning" title={`This file has prices in ${found.join(", ")}`}>
      <div className="grid gap-2">
        <p>
          Your shop sells in {currency}. Prices are not converted: 10.00 in the file becomes 10.00 {currency}. To sell
          in the currency of the file, discard this import and change the currency in Settings, Localization.
        </p>
        <Checkbox
          label={`Import the numbers as ${currency}`}
          checked={isAccepted}
          onChange={({ currentTarget }) => onAccept(currentTarget.checked)}
        />
      </div>
    </Banner>
  );
}
