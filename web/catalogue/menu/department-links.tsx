import { useQuery } from "@tanstack/react-query";
import { categories, productsInCategory } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { say } from "#words/say.ts";

const mostLinks = 9;

/** The top-level categories as a row of links under the header of wide screens. */
export function DepartmentLinks() {
  const departments = useQuery(categories()).data?.data ?? [];
  const visible = departments.filter(({ product_count }) => product_count > 0).slice(0, mostLinks);
  if (visible.length === 0) return null;
  return (
    <nav aria-label={say("Departments")} className="page-width hidden lg:block">
      <ul className="-mx-3 flex h-10 items-start overflow-hidden">
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
        <li>
          <ShopLink to={paths.products({ on_sale: true })} className="department-link text-danger!">
            {say("Sale")}
          </ShopLink>
        </li>
      </ul>
    </nav>
  );
}
