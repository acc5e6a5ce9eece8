import { Button } from "#web/ui/button.tsx";
import { say } from "#words/say.ts";
import { ProductRow } from "./product-row.tsx";
import { forgetViewed, useRecentlyViewed } from "./recent-products.ts";

const most = 4;

/** What was looked at before, with a way to forget it. */
export function RecentlyViewedRow({ except }: { except?: number }) {
  const products = useRecentlyViewed().filter(({ id }) => id !== except);
  const forget = (
    <Button look="ghost" size="small" onClick={forgetViewed}>
      {say("Clear")}
    </Button>
  );
  return <ProductRow title={say("Recently viewed")} products={products.slice(0, most)} action={forget} />;
}
