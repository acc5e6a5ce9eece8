import { Fragment } from "react";
import type { ShownSection } from "#contract/shop/home.ts";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { paths } from "#web/paths.ts";
import { say } from "#words/say.ts";
import { Departments } from "./departments.tsx";
import { FeaturedReviews } from "./featured-reviews.tsx";
import { Hero } from "./hero.tsx";
import { ImageText } from "./image-text.tsx";
import { Promises } from "./promises.tsx";
import { Stories } from "./stories.tsx";

type Props = { sections: readonly ShownSection[]; tagline: string };

/** The sections of the home page in order. */
export const HomeSections = ({ sections, tagline }: Props) =>
  sections.map((section, index) => <Fragment key={index}>{showSection(section, tagline)}</Fragment>);

function showSection(section: ShownSection, tagline: string) {
  if (section.kind === "hero") return <Hero heading={section.heading ?? tagline} product={section.product} />;
  if (section.kind === "departments") return <Departments heading={section.heading} />;
  if (section.kind === "stories") return <Stories stories={section.items} />;
  if (section.kind === "image_text") return <ImageText section={section} />;
  if (section.kind === "promises") return <Promises promises={section.items} />;
  if (section.kind === "reviews") return <FeaturedReviews heading={section.heading} reviews={section.reviews} />;
  const { heading, products, source, category } = section;
  const more = { href: paths.products(listOf(source, category)), label: say("View all") };
  const row = <ProductRow title={heading} products={products} more={more} />;
  return section.is_featured ? (
    <div className="bg-sunken py-12 md:py-20">
      <div className="page-width">{row}</div>
    </div>
  ) : (
    <div className="page-width">{row}</div>
  );
}

function listOf(source: Extract<ShownSection, { kind: "products" }>["source"], category: string | null) {
  if (source === "category") return { category: category ?? undefined };
  return source === "on_sale" ? { on_sale: true as const } : { sort: source };
}
