import type { ReactNode } from "react";
import { classes } from "./classes.ts";
import { ShopLink } from "./shop-link.tsx";

/** A link to a view of a list; group them in a `nav` with the class `scroller`. */
export const TabLink = ({ to, chosen, children }: { to: string; chosen: boolean; children: ReactNode }) => (
  <ShopLink
    to={to}
    aria-current={chosen ? "page" : undefined}
    className={classes(
      "touch-target inline-flex h-8 items-center rounded-sm px-2.5 text-sm whitespace-nowrap text-muted transition-colors hover:text-ink",
      "aria-[current]:bg-sunken aria-[current]:font-medium aria-[current]:text-ink",
    )}
  >
    {children}
  </ShopLink>
);
