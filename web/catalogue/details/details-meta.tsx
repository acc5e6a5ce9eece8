import type { ProductDetails } from "#contract/catalogue/products.ts";
import { useOrigin } from "#web/api/origin.ts";
import { breadcrumbData, productData } from "#web/catalogue/structured-data.ts";
import { paths } from "#web/paths.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { StructuredData } from "#web/ui/layout/structured-data.tsx";
import { decimalText } from "#web/ui/text/money-format.ts";
import { say } from "#words/say.ts";

/** Metadata for search engines and link previews; all variations share one canonical URL. */
export function DetailsMeta({ product }: { product: ProductDetails }) {
  const origin = useOrigin();
  const { name, slug, seo, images, price, breadcrumbs } = product;
  const above = breadcrumbs.map((step) => ({ ...step, path: paths.products({ category: step.path }) }));
  const way = [{ name: say("Home"), path: paths.home() }, ...above, { name, path: paths.details(slug) }];
  return (
    <>
      <PageHead
        title={seo.title || name}
        description={seo.description}
        path={paths.details(slug)}
        image={images[0]}
        kind="product"
      />
      <meta property="product:price:amount" content={decimalText(price)} />
      <meta property="product:price:currency" content={price.currency} />
      <StructuredData
        about={import.meta.env.SSR && { "@graph": [productData(product, origin), breadcrumbData(way, origin)] }}
      />
    </>
  );
}
