import { Button } from "#web/ui/button.tsx";
import { ProductRow } from "./product-row.tsx";
import { forgetViewed, useRecentlyViewed } from "./recent-products.ts";

const most = 4;

/** What was looked at before, last on a page: it appears once the page has come alive and moves nothing. */
export function RecentlyViewed({ except }: { except?: number }) {
  const products = useRecentlyViewed().filter(({ id }) => id !== except);
  const forget = (
    <Button look="ghost" size="small" onClick={forgetViewed}>
      Clear
    </Button>
  );
  return <ProductRow title="Recently viewed" products={products.slice(0, most)} action={forget} />;
}
