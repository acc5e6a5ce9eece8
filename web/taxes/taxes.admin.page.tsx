import { PricePreview } from "#web/checkout/price-preview.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { TaxClasses } from "./tax-classes.tsx";
import { TaxRates } from "./tax-rates.tsx";
import { useShippedCountries, useTaxClasses, useTaxRates } from "./taxes.queries.ts";

export default function TaxesAdminPage() {
  return (
    <main className="grid min-w-0 grid-cols-1 gap-5">
      <PageHead title="Taxes" hidden />
      <h1 className="text-2xl">Taxes</h1>
      <Taxes />
    </main>
  );
}

function Taxes() {
  const classes = useTaxClasses();
  const rates = useTaxRates();
  const shipped = useShippedCountries();
  const queries = [classes, rates, shipped];
  const error = queries.find((one) => one.error)?.error;
  if (classes.data && rates.data && shipped.data)
    return (
      <>
        <TaxClasses classes={classes.data} />
        <PricePreview
          title="What would a customer pay?"
          hint="Net, tax and total of an example product at an address, as the checkout computes them."
          taxClasses={classes.data}
        />
        <TaxRates rates={rates.data} classes={classes.data} shipped={shipped.data} />
      </>
    );
  if (error)
    return (
      <ErrorNotice onRetry={() => void Promise.all(queries.map((one) => one.refetch()))}>{error.message}</ErrorNotice>
    );
  return (
    <div role="status" className="grid gap-5">
      <span className="sr-only">Loading taxes</span>
      <Skeleton className="h-32 rounded-lg" />
      <Skeleton className="h-96 rounded-lg" />
    </div>
  );
}
