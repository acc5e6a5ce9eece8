import { useSuspenseQuery } from "@tanstack/react-query";
import { ArrowLeft } from "lucide-react";
import { Link, Outlet, useMatch } from "react-router";
import { query } from "#web/api/call.ts";
import { useCartSession } from "#web/cart/cart.queries.ts";
import { paths } from "#web/paths.ts";
import { ErrorPage } from "#web/shell/error-page.tsx";
import { Protected } from "#web/shell/protected.tsx";
import { Brand } from "#web/shell/wordmark.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

/** The checkout's layout: only the shop's name and a link back to the cart. */
export default function CheckoutLayout() {
  useCartSession();
  const isPaying = useIsPaying();
  return (
    // Narrower than the shop for readable field widths.
    <div className="[--page-width:68rem]">
      <CheckoutHeader isPaying={isPaying} />
      <Protected offersCode>
        <Outlet />
      </Protected>
      <footer className="border-t border-hairline">
        <div className="page-width small-print py-6 text-sm text-muted">
          {/* In tabs of their own, as what was typed would be lost. */}
          <Link to={paths.withdraw()} target="_blank">
            {say("Withdraw from contract here")}
          </Link>
          <Link to={paths.imprint()} target="_blank">
            {say("Imprint")}
          </Link>
        </div>
      </footer>
    </div>
  );
}

/** On the page of an order pending payment, which has left the cart. */
const useIsPaying = () => useMatch(paths.payment(":order_id")) !== null;

function CheckoutHeader({ isPaying }: { isPaying: boolean }) {
  const shop = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <header className="border-b border-hairline bg-surface">
      <div className="page-width flex h-16 items-center justify-between gap-4">
        <ShopLink to={paths.home()} className="touch-target min-w-0 text-xl">
          <Brand name={shop.name} logo={shop.logo} />
        </ShopLink>
        <ShopLink
          to={isPaying ? paths.orders() : paths.cart()}
          className={
            "touch-target inline-flex min-h-8 items-center gap-1.5 text-sm text-muted underline-offset-4 " +
            "hover:text-ink hover:underline"
          }
        >
          <ArrowLeft className="size-4 rtl:-scale-x-100" />
          {isPaying ? say("My orders") : say("Back to cart")}
        </ShopLink>
      </div>
    </header>
  );
}

export const ErrorBoundary = ErrorPage;
