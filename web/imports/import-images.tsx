import type { ImportImages as Images } from "#contract/imports.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Progress } from "#web/ui/feedback/progress.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { useImportAction } from "./imports.queries.ts";

/** How many images of an import's products are fetched, why others failed, and which products have none. */
export function ImportImages({ id, images, isRunning }: { id: string; images: Images; isRunning: boolean }) {
  const retry = useImportAction(id, "retry-images");
  const { total, ready, failed, failures, without } = images;
  if (total === 0 && (without.count === 0 || isRunning)) return null;
  const count = (number: number) => number.toLocaleString("en");
  return (
    <CardSection
      title="Images"
      hint={total > 0 && `${count(ready)} of ${count(total)} ${total === 1 ? "image" : "images"} downloaded`}
      action={
        failed > 0 && (
          <Button
            size="small"
            busy={retry.isPending}
            onClick={() => retry.mutate(undefined, { onError: toastProblem() })}
          >
            Retry {count(failed)} failed {failed === 1 ? "image" : "images"}
          </Button>
        )
      }
    >
      <div className="grid gap-4">
        {ready + failed < total && <Progress label="Downloading images" value={(ready + failed) / total} />}
        {without.count > 0 && !isRunning && <WithoutImage without={without} />}
        {failures.length > 0 && <Failures failures={failures} />}
      </div>
    </CardSection>
  );
}

const WithoutImage = ({ without: { count, products } }: { without: Images["without"] }) => (
  <Banner
    tone="warning"
    title={`${count.toLocaleString("en")} active ${count === 1 ? "product has" : "products have"} no image`}
  >
    <ul className="flex flex-wrap gap-x-3">
      {products.map(({ id, name }) => (
        <li key={id}>
          <ShopLink to={dashboardPaths.product(id)} className="underline underline-offset-4">
            {name}
          </ShopLink>
        </li>
      ))}
    </ul>
  </Banner>
);

const Failures = ({ failures }: { failures: Images["failures"] }) => (
  <DataTable
    label="Failed images"
    rows={failures}
    rowKey={({ product_id, url }) => `${product_id} ${url}`}
    columns={[
      {
        head: "Product",
        cell: ({ product_id, product }) => (
          <ShopLink to={dashboardPaths.product(product_id)} className="underline underline-offset-4">
            {product}
          </ShopLink>
        ),
      },
      { head: "Reason", cell: ({ reason }) => reason },
      { head: "Image URL", className: "break-all text-muted", cell: ({ url }) => url },
    ]}
  />
);
