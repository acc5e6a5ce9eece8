import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Link } from "react-router";

type Props = ComponentProps<typeof Link> & {
  /** Queries to prefetch on hover, focus or touch. */
  warm?: { queryKey: QueryKey }[];
};

/** A link within the shop that prefetches its page and the queries in `warm` on hover, focus or touch. */
export function ShopLink({ warm = [], ...rest }: Props) {
  const client = useQueryClient();
  const prefetch = () => {
    for (const one of warm) void client.query({ ...one, staleTime: "static" }).catch(() => undefined);
  };
  return (
    <Link
      prefetch="intent"
      // All routes are in the manifest already.
      discover="none"
      {...rest}
      onPointerEnter={prefetch}
      onFocus={prefetch}
      onTouchStart={prefetch}
    />
  );
}
