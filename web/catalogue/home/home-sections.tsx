import { ArrowRight, Headset, PackageCheck, ShieldCheck, Undo2 } from "lucide-react";
import { Fragment } from "react";
import type { FeaturedReview, ShownSection } from "#contract/shop/home.ts";
import { productsInCategory } from "#web/catalogue/catalogue.queries.ts";
import { ProductRow } from "#web/catalogue/tiles/product-row.tsx";
import { paths } from "#web/paths.ts";
import { classes } from "#web/ui/layout/classes.ts";
import { ButtonLink, ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Rating } from "#web/ui/text/rating.tsx";
import { say } from "#words/say.ts";
import { Departments } from "./departments.tsx";
import { Hero } from "./hero.tsx";

type Props = { sections: readonly ShownSection[]; headline: string };

/** The sections of the home page in order. */
export const HomeSections = ({ sections, headline }: Props) =>
  sections.map((section, index) => <Fragment key={index}>{showSection(section, headline)}</Fragment>);

function showSection(section: ShownSection, headline: string) {
  if (section.kind === "hero") return <Hero heading={section.heading ?? headline} product={section.product} />;
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

type Section = Extract<ShownSection, { kind: "image_text" }>;

/** A text with an image on its side, above it on phones. */
const ImageText = ({ section: { heading, text, image, image_side, button } }: { section: Section }) => (
  <section
    className={classes("page-width grid grid-cols-1 items-center gap-8", image && "md:grid-cols-2 md:gap-12 lg:gap-16")}
    aria-label={heading}
  >
    {image && (
      <div
        className={classes(
          "aspect-[5/4] overflow-hidden rounded-lg bg-sunken",
          image_side === "end" && "md:order-last",
        )}
      >
        <ResponsiveImage image={image} alt="" sizes="(min-width: 769px) 50vw, 100vw" />
      </div>
    )}
    <div className="grid justify-items-start gap-5">
      <h2 className="text-section">{heading}</h2>
      {text && <p className="as-written max-w-prose whitespace-pre-line text-muted">{text}</p>}
      {button && <ButtonLink to={button.href} look="primary" size="large" label={button.label} />}
    </div>
  </section>
);

type ShopPromise = Extract<ShownSection, { kind: "promises" }>["items"][number];

const icons = { delivery: PackageCheck, returns: Undo2, payment: ShieldCheck, support: Headset };

/** What a customer can count on, in a strip. */
const Promises = ({ promises }: { promises: readonly ShopPromise[] }) => (
  <ul className="page-width grid grid-cols-1 gap-x-8 gap-y-6 sm:grid-cols-2 lg:auto-cols-fr lg:grid-flow-col lg:grid-cols-none">
    {promises.map(({ icon, heading, text }) => {
      const Icon = icons[icon];
      return (
        <li key={heading} className="flex gap-4 border-t-2 border-ink pt-5">
          <Icon className="size-6 shrink-0 text-link" strokeWidth={1.6} aria-hidden="true" />
          <p className="grid gap-1">
            <span className="font-semibold">{heading}</span>
            <span className="as-written text-sm text-muted">{text}</span>
          </p>
        </li>
      );
    })}
  </ul>
);

type Story = Extract<ShownSection, { kind: "stories" }>["items"][number];

/** Up to three categories, each with a large image and a text. */
const Stories = ({ stories }: { stories: readonly Story[] }) => (
  <ul className="page-width grid grid-cols-1 gap-10 md:auto-cols-fr md:grid-flow-col md:gap-6">
    {stories.map((story) => (
      <li key={story.category}>
        <ShopLink
          to={paths.products({ category: story.category })}
          warm={[productsInCategory(story.category)]}
          className="group grid gap-5"
        >
          <span className="block aspect-[5/4] overflow-hidden rounded-lg bg-sunken">
            <ResponsiveImage
              image={story.image}
              alt=""
              sizes="(min-width: 769px) 50vw, 100vw"
              className="transition-[scale] duration-(--slow) group-hover:scale-103"
            />
          </span>
          <span className="grid gap-2">
            <span className="text-section">{story.heading}</span>
            <span className="as-written max-w-prose text-muted">{story.text}</span>
            <span className="flex items-center gap-1.5 font-semibold text-link underline-offset-4 group-hover:underline">
              {say("Shop {name}", { name: story.heading })}
              <ArrowRight className="size-4 rtl:-scale-x-100" />
            </span>
          </span>
        </ShopLink>
      </li>
    ))}
  </ul>
);

type FeaturedReviewsProps = { heading: string; reviews: readonly FeaturedReview[] };

/** Reviews of different products, each with a link to its product. */
const FeaturedReviews = ({ heading, reviews }: FeaturedReviewsProps) => (
  <section className="page-width grid grid-cols-1 gap-5 md:gap-6" aria-label={heading}>
    <h2 className="text-section">{heading}</h2>
    <ul className="grid grid-cols-1 gap-5 md:grid-cols-3">
      {reviews.map(({ id, author, rating, title, body, product }) => (
        <li key={id} className="flex flex-col gap-4 rounded-lg border border-hairline bg-surface p-6">
          <Rating average={rating} />
          <blockquote className="grid flex-1 content-start gap-1">
            {title && <p className="as-written font-semibold">{title}</p>}
            <p className="as-written text-muted">{body}</p>
          </blockquote>
          <div className="flex items-center gap-3 border-t border-hairline pt-4">
            <span className="size-12 shrink-0 overflow-hidden rounded bg-sunken">
              <ResponsiveImage image={product.image} alt="" sizes="48px" widths={[150]} />
            </span>
            <p className="grid min-w-0 text-sm">
              <span className="text-muted">{author}</span>
              <ShopLink
                to={paths.details(product.slug)}
                className="truncate py-0.5 font-medium underline-offset-4 hover:underline"
              >
                {product.name}
              </ShopLink>
            </p>
          </div>
        </li>
      ))}
    </ul>
  </section>
);
