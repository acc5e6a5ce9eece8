import { PricePreview } from "#web/checkout/price-preview.tsx";
import { AdminPage } from "#web/ui/admin/admin-page.tsx";
import { combineResults, Loaded } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { TaxClasses } from "./tax-classes.tsx";
import { TaxRates } from "./tax-rates.tsx";
import { useShippedCountries, useTaxClasses, useTaxRates } from "./taxes.queries.ts";

export default function TaxesAdminPage() {
  const result = combineResults(useTaxClasses(), useTaxRates(), useShippedCountries());
  return (
    <AdminPage title="Taxes" width="settings">
      <Loaded result={result} skeleton={<TaxesSkeleton />}>
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

const TaxesSkeleton = () => (
  <div role="status" className="grid gap-5">
    <span className="sr-only">Loading taxes</span>
    <Skeleton className="h-32 rounded-lg" />
    <Skeleton className="h-96 rounded-lg" />
  </div>
);
