import { ArrowRight } from "lucide-react";
import type { ShownSection } from "#contract/shop/home.ts";
import { productsInCategory } from "#web/catalogue/catalogue.queries.ts";
import { paths } from "#web/paths.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { ResponsiveImage } from "#web/ui/media/responsive-image.tsx";
import { say } from "#words/say.ts";

type Story = Extract<ShownSection, { kind: "stories" }>["items"][number];

/** Up to three categories, each with a large image and a text. */
export const Stories = ({ stories }: { stories: readonly Story[] }) => (
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
