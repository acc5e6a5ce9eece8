import type { ShownSection } from "#contract/shop/home.ts";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";

type Section = Extract<ShownSection, { kind: "image_text" }>;

/** A text with an image on its side, above it on phones. */
export const ImageText = ({ section: { heading, text, image, image_side, button } }: { section: Section }) => (
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
      {button && (
        <ShopLink to={button.href} className={buttonLook({ look: "primary", size: "large" })}>
          {button.label}
        </ShopLink>
      )}
    </div>
  </section>
);
