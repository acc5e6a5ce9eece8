import type { HomeSection } from "#contract/shop/home.ts";
import { say } from "#words/say.ts";

type Story = { name: string; path: string; description: string };

/**
 * The home page of a shop whose merchant has not edited it: it promises what every shop keeps, and only that of the demo
 * more. Stories name two categories by their paths.
 */
export const defaultSections = (stories: Story[], isDemo: boolean): HomeSection[] => [
  { kind: "hero", heading: null, product_id: null },
  { kind: "departments", heading: say("Categories") },
  products(say("New arrivals"), "newest", 8),
  ...(stories.length < 2
    ? []
    : [
        {
          kind: "stories" as const,
          items: stories.map(({ name, path, description }) => ({ heading: name, text: description, category: path })),
        },
      ]),
  { ...products(say("Best sellers"), "popular", 4), is_featured: true },
  {
    kind: "promises",
    items: [
      {
        icon: "delivery",
        heading: say("Delivery you can plan"),
        text: say("See cost and arrival dates before you pay."),
      },
      ...ofDemo(isDemo, "returns", say("Easy returns"), say("Changed your mind? Send it back.")),
      { icon: "payment", heading: say("Secure payment"), text: say("Your details are sent encrypted.") },
      ...ofDemo(isDemo, "support", say("Help from real people"), say("We reply on business days.")),
    ],
  },
  products(say("On sale"), "on_sale", 4),
  { kind: "reviews", heading: say("What customers say") },
];

const ofDemo = (isDemo: boolean, icon: "returns" | "support", heading: string, text: string) =>
  isDemo ? [{ icon, heading, text }] : [];

const products = (heading: string, source: "newest" | "popular" | "on_sale", limit: 4 | 8) => ({
  kind: "products" as const,
  heading,
  source,
  category: null,
  is_featured: false,
  limit,
});
