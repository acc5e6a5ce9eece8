import type { FeaturedReview } from "#contract/shop/home.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { Rating } from "#web/ui/text/rating.tsx";

type Props = { heading: string; reviews: readonly FeaturedReview[] };

/** Reviews of different products, each with a link to its product. */
export const FeaturedReviews = ({ heading, reviews }: Props) => (
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
