import { useSuspenseQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { AccountButton } from "#web/accounts/menu/account-button.tsx";
import { query } from "#web/api/call.ts";
import { CartBadge } from "#web/cart/cart-badge.tsx";
import { CategoryMenu } from "#web/catalogue/menu/category-menu.tsx";
import { DepartmentLinks } from "#web/catalogue/menu/department-links.tsx";
import { SearchBox } from "#web/catalogue/search/search-box.tsx";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Brand } from "./wordmark.tsx";

/** The storefront's header. Personal parts have a fixed size, so that nothing moves when they appear. */
export function Header() {
  const { name, logo, announcement } = useSuspenseQuery(query("GET /shop", {})).data.data;
  return (
    <>
      {announcement && <Announcement {...announcement} />}
      <header className="sticky top-0 z-10 border-b border-hairline bg-page">
        <div className="page-width flex h-16 items-center gap-1 md:gap-4">
          <Link to={paths.home()} prefetch="intent" className="flex h-11 min-w-0 items-center text-xl max-md:ps-1">
            <Brand name={name} logo={logo} />
          </Link>
          <CategoryMenu className="max-md:order-first max-md:-ms-2.5" />
          <SearchBox />
          <div className="flex shrink-0 items-center gap-1 max-md:-me-2.5">
            <CartBadge />
            <AccountButton />
          </div>
        </div>
        <DepartmentLinks />
      </header>
    </>
  );
}

/** A line of the merchant above the header; it scrolls away with the page. */
const Announcement = ({ text, href }: { text: string; href: string | null }) => (
  <p className="bg-accent px-4 py-2 text-center text-sm font-medium text-on-accent">
    {href ? (
      <ShopLink to={href} className="underline underline-offset-4">
        {text}
      </ShopLink>
    ) : (
      text
    )}
  </p>
);
