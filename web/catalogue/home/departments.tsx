import { useQuery } from "@tanstack/react-query";
import type { Category } from "#contract/catalogue/categories.ts";
import { categories, productsInCategory } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { sayCount } from "#words/say.ts";

const maxTiles = 8;

/** The top-level categories with their images. */
export function Departments({ heading }: { heading: string }) {
  const departments = useQuery(categories()).data?.data ?? [];
  const visible = departments.filter(({ product_count }) => product_count > 0).slice(0, maxTiles);
  if (visible.length === 0) return null;
  return (
    <section className="page-width grid grid-cols-1 gap-5 md:gap-6" aria-label={heading}>
      <h2 className="text-section">{heading}</h2>
      <ul
        className={
          "edge-scroller gap-3 md:grid md:grid-cols-4 xl:grid-cols-[repeat(auto-fit,minmax(8rem,1fr))] md:gap-5 " +
          "md:overflow-visible"
        }
      >
        {visible.map((category) => (
          <li key={category.id} className="w-[38vw] max-w-52 md:w-auto md:max-w-80">
            <CategoryTile category={category} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const CategoryTile = ({ category: { name, path, image, product_count } }: { category: Category }) => (
  <ShopLink to={paths.products({ category: path })} warm={[productsInCategory(path)]} className="group grid gap-3">
    <span className="block aspect-[4/5] overflow-hidden rounded-lg bg-sunken">
      {image ? (
        <ResponsiveImage
          image={image}
          alt=""
          sizes="(min-width: 1280px) 12vw, (min-width: 769px) 24vw, 38vw"
          className="transition-[scale] duration-(--slow) group-hover:scale-103"
        />
      ) : (
        <span className="grid size-full place-items-center text-display font-semibold text-muted" aria-hidden="true">
          {name.slice(0, 1)}
        </span>
      )}
    </span>
    <span>
      <span className="block font-medium underline-offset-4 group-hover:underline">{name}</span>
      <span className="text-sm text-muted">{sayCount("1 product", "{n} products", product_count)}</span>
    </span>
  </ShopLink>
);
