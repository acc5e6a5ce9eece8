import { PricePreview } from "#web/checkout/price-preview.tsx";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { CardsSkeleton } from "#web/ui/admin/loaded-record.tsx";
import { combineResults, Loaded } from "#web/ui/feedback/loaded.tsx";
import { TaxClasses } from "./tax-classes.tsx";
import { TaxRates } from "./tax-rates.tsx";
import { useShippedCountries, useTaxClasses, useTaxRates } from "./taxes.queries.ts";

export default function TaxesAdminPage() {
  const result = combineResults(useTaxClasses(), useTaxRates(), useShippedCountries());
  return (
    <AdminPage title="Taxes" width="settings">
      <Loaded result={result} skeleton={<CardsSkeleton label="Loading taxes" heights={["h-32", "h-96"]} />}>
        {([classes, rates, shipped]) => (
          <>
            <TaxClasses classes={classes} />
            <PricePreview
              title="What would a customer pay?"
              hint="Net, tax and total of an example product at an address, as the checkout computes them."
              taxClasses={classes}
            />
            <TaxRates rates={rates} classes={classes} shipped={shipped} />
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}
