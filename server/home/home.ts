import type { ProductCard, ProductQuery } from "#contract/catalogue/products.ts";
import type { HomeSection, ShownSection } from "#contract/shop/home.ts";
import { findVisibleCategory, listDepartments, listProductCards, listProducts } from "#server/catalogue/catalogue.ts";
import type { App } from "#server/platform/app.ts";
import type { AddCacheTags } from "#server/platform/cache/response-cache.ts";
import { listFeaturedReviews } from "#server/reviews/reviews.ts";
import { getCachedSettings, getImages } from "#server/shop/shop.ts";
import { defaultSections } from "./default-sections.ts";

/** How many popular products the one of the hero is chosen from. */
const mostFeatured = 24;

type Section<K extends HomeSection["kind"]> = Extract<HomeSection, { kind: K }>;

/** The sections of the home page in order. A product is in one section only; empty sections are left out. */
export async function getHome(app: App, addCacheTags: AddCacheTags): Promise<ShownSection[]> {
  addCacheTags("settings");
  return showSections(app, (await getCachedSettings(app)).home, addCacheTags);
}

/** Sections as the home page shows them; null for the default ones. */
export async function showSections(app: App, home: HomeSection[] | null, addCacheTags: AddCacheTags) {
  const { demo } = await getCachedSettings(app);
  const sections = home ?? defaultSections(await listStories(app, addCacheTags), demo);
  const load = loader(app, addCacheTags);
  const shown: ShownSection[] = [];
  for (const section of sections) {
    const loaded = await load(section);
    if (loaded) shown.push(loaded);
  }
  return shown;
}

/** The first two departments that have an image and a description. */
async function listStories(app: App, addCacheTags: AddCacheTags) {
  const departments = await listDepartments(app, addCacheTags);
  return departments
    .flatMap(({ name, path, image, description }) => (image && description ? [{ name, path, description }] : []))
    .slice(0, 2);
}

function loader(app: App, addCacheTags: AddCacheTags) {
  const seen = new Set<number>();
  /** Products not shown yet. */
  const next = async (limit: number, query: Partial<ProductQuery>): Promise<ProductCard[]> => {
    const per_page = Math.min(100, limit + seen.size);
    const { data } = await listProducts(app, { page: 1, per_page, facets: false, ...query }, addCacheTags);
    const products = data.filter(({ id }) => !seen.has(id)).slice(0, limit);
    for (const { id } of products) seen.add(id);
    return products;
  };
  /** The most popular product with an image, as the hero is mostly its picture. */
  const findFeatured = async (): Promise<ProductCard | undefined> => {
    const query = { page: 1, per_page: mostFeatured, facets: false, sort: "popular", in_stock: true } as const;
    const { data } = await listProducts(app, query, addCacheTags);
    const others = data.filter(({ id }) => !seen.has(id));
    return others.find(({ images }) => images.length > 0) ?? others[0];
  };
  const hero = async ({ product_id, ...section }: Section<"hero">): Promise<ShownSection> => {
    const [chosen] = product_id === null ? [] : await listProductCards(app.db, [product_id]);
    const product = chosen ?? (await findFeatured()) ?? null;
    if (product) seen.add(product.id);
    return { ...section, product };
  };
  const products = async (section: Section<"products">): Promise<ShownSection | undefined> => {
    if (section.source !== "category") {
      const found = await next(section.limit, sources[section.source]);
      return found.length > 0 ? { ...section, products: found } : undefined;
    }
    const category = section.category && (await findVisibleCategory(app, section.category, addCacheTags));
    if (!category) return undefined;
    const found = await next(section.limit, { sort: "popular", category: category.path });
    return found.length > 0 ? { ...section, category: category.path, products: found } : undefined;
  };
  const stories = async (section: Section<"stories">): Promise<ShownSection | undefined> => {
    const items = await Promise.all(
      section.items.map(async (story) => {
        const category = await findVisibleCategory(app, story.category, addCacheTags);
        return category ? [{ ...story, category: category.path, image: category.image }] : [];
      }),
    );
    return items.some((item) => item.length > 0) ? { ...section, items: items.flat() } : undefined;
  };
  const imageText = async ({ image_id, ...section }: Section<"image_text">): Promise<ShownSection> => {
    const [image = null] = image_id === null ? [] : await getImages(app.db, [image_id]);
    return { ...section, image };
  };
  const reviews = async (section: Section<"reviews">): Promise<ShownSection | undefined> => {
    const found = await listFeaturedReviews(app.db, addCacheTags);
    return found.length > 0 ? { ...section, reviews: found } : undefined;
  };
  return async (section: HomeSection): Promise<ShownSection | undefined> => {
    if (section.kind === "hero") return hero(section);
    if (section.kind === "products") return products(section);
    if (section.kind === "stories") return stories(section);
    if (section.kind === "image_text") return imageText(section);
    if (section.kind === "reviews") return reviews(section);
    return section;
  };
}

const sources: Record<Exclude<Section<"products">["source"], "category">, Partial<ProductQuery>> = {
  newest: { sort: "newest" },
  popular: { sort: "popular", sold: true },
  on_sale: { sort: "popular", on_sale: true },
};
