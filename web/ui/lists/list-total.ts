import type { PageMeta } from "#contract/endpoint.ts";
import { formatShopNumber } from "#words/say.ts";

/** The number of entries of a list: "10,000+" if it is counted only up to there. */
export const listTotal = ({ total, has_more }: Pick<PageMeta, "total" | "has_more">) =>
  `${formatShopNumber(total)}${has_more ? "+" : ""}`;
