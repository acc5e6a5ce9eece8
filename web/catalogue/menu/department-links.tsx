import { useQuery, useSuspenseQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { categories, productsInCategory, shop } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

const mostLinks = 9;

/**
 * The links of the merchant as a row under the header of wide screens; without any, the top-level categories, and the
 * reduced products if there are any.
 */
export function DepartmentLinks() {
  const { data: departments = [], has_sale = false } = useQuery(categories()).data ?? {};
  const { navigation_links } = useSuspenseQuery(shop()).data.data;
  const visible = departments.filter(({ product_count }) => product_count > 0).slice(0, mostLinks);
  if (navigation_links.length > 0)
    return (
      <LinkRow>
        {navigation_links.map(({ label, href }) => (
          <li key={href}>
            <ShopLink to={href} className="department-link">
              {label}
            </ShopLink>
          </li>
        ))}
      </LinkRow>
    );
  if (visible.length === 0) return null;
  return (
    <LinkRow>
      {visible.map(({ id, name, path }) => (
        <li key={id}>
          <ShopLink
            to={paths.products({ category: path })}
            warm={[productsInCategory(path)]}
            className="department-link"
          >
            {name}
          </ShopLink>
        </li>
      ))}
      {has_sale && (
        <li>
          <ShopLink to={paths.products({ on_sale: true })} className="department-link text-danger!">
            {say("Sale")}
          </ShopLink>
        </li>
      )}
    </LinkRow>
  );
}

const LinkRow = ({ children }: { children: ReactNode }) => (
  <nav aria-label={say("Main menu")} className="page-width hidden lg:block">
    <ul className="-mx-3 flex h-10 items-start overflow-hidden">{children}</ul>
  </nav>
);
