import { z } from "zod";
import { ProductCard } from "#contract/catalogue/products.ts";
import { endpoint, Id, one } from "#contract/endpoint.ts";
import { Image } from "#contract/images.ts";
import { resource } from "#contract/resources/resource.ts";

const Heading = z.string().trim().min(1, "Enter a heading.").max(120);
const Text = z.string().trim().max(300);

/** A path of the shop or a web address. */
export const LinkAddress = z
  .string()
  .trim()
  .max(300)
  .regex(/^(\/(?![/\\])|https?:\/\/)\S*$/, "Enter a path, such as /products, or a web address.");
export const Link = z.object({ label: z.string().trim().min(1, "Enter a value.").max(60), href: LinkAddress });

export const promiseIcons = ["delivery", "returns", "payment", "support"] as const;
export const productSources = ["newest", "popular", "on_sale", "category"] as const;

const Hero = z.object({
  kind: z.literal("hero"),
  /** The tagline of the shop if null, or its name without one. */
  heading: Heading.nullable(),
  /** The best seller if null. */
  product_id: Id.nullable(),
});
const Departments = z.object({ kind: z.literal("departments"), heading: Heading });
const Story = z.object({ heading: Heading, text: Text, category: z.string().trim().max(500) });
const Stories = z.object({ kind: z.literal("stories"), items: z.array(Story).min(1).max(3) });
const ImageText = z.object({
  kind: z.literal("image_text"),
  heading: Heading,
  /** Paragraphs, one a line. */
  text: z.string().trim().max(2000),
  image_id: Id.nullable(),
  /** The side of the image on wide screens: `start` is left in languages written from the left. */
  image_side: z.enum(["start", "end"]).default("start"),
  button: Link.nullable().default(null),
});
const ProductRow = z.object({
  kind: z.literal("products"),
  heading: Heading,
  source: z.enum(productSources),
  /** Path of the category, if that is the source. */
  category: z.string().trim().max(500).nullable().default(null),
  /** With a background of its own. */
  is_featured: z.boolean().default(false),
  limit: z.int().min(1).max(24).default(4),
});
const ShopPromise = z.object({ icon: z.enum(promiseIcons), heading: Heading, text: Text });
const Promises = z.object({ kind: z.literal("promises"), items: z.array(ShopPromise).min(1).max(4) });
const Reviews = z.object({ kind: z.literal("reviews"), heading: Heading });

/** A section of the home page as a merchant edits it. */
export const HomeSection = z.discriminatedUnion("kind", [
  Hero,
  Departments,
  Stories,
  ImageText,
  ProductRow,
  Promises,
  Reviews,
]);
export type HomeSection = z.infer<typeof HomeSection>;
export const HomeSections = z.array(HomeSection).max(20);

const FeaturedReview = z.object({
  id: z.int(),
  author: z.string(),
  rating: z.int(),
  title: z.string().nullable(),
  body: z.string(),
  product: z.object({ slug: z.string(), name: z.string(), image: Image.nullable() }),
});
export type FeaturedReview = z.infer<typeof FeaturedReview>;

/** A section with what it shows. Sections with nothing to show are left out. */
export const ShownSection = z.discriminatedUnion("kind", [
  Hero.omit({ product_id: true }).extend({ product: ProductCard.nullable() }),
  Departments,
  Stories.extend({ items: z.array(Story.extend({ image: Image.nullable() })) }),
  ImageText.omit({ image_id: true }).extend({ image: Image.nullable() }),
  ProductRow.extend({ products: z.array(ProductCard) }),
  Promises,
  Reviews.extend({ reviews: z.array(FeaturedReview) }),
]);
export type ShownSection = z.infer<typeof ShownSection>;

const Sections = one(z.object({ sections: z.array(ShownSection) }));

const home = resource("home", ["settings"]);

export const homeApi = {
  "GET /home": endpoint({
    summary:
      "List the sections of the home page with their products, categories and reviews. No product is shown twice.",
    caller: "anyone",
    cached: true,
    reply: Sections,
  }),
  "POST /home/preview": home.read({
    summary: "List sections as the home page would show them, without saving; null for the default ones.",
    isRead: true,
    body: z.object({ sections: HomeSections.nullable() }),
    reply: Sections,
  }),
};
