import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps } from "react";
import { Link } from "react-router";

type Props = ComponentProps<typeof Link> & {
  /** What the page it leads to needs first; asked for as soon as one points at the link. */
  warm?: { queryKey: QueryKey }[];
};

/** A link within the shop. Its page, and the answers named by `warm`, are fetched when one points at it, focuses or touches it. */
export function ShopLink({ warm = [], onPointerEnter, onFocus, onTouchStart, ...rest }: Props) {
  const client = useQueryClient();
  const fetchAhead = () => {
    for (const one of warm) void client.query({ ...one, staleTime: "static" }).catch(() => undefined);
  };
  return (
    <Link
      prefetch="intent"
      // The whole route table comes with the page: there is nothing to discover, and no mark for it on every link.
      discover="none"
      {...rest}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        fetchAhead();
      }}
      onFocus={(event) => {
        onFocus?.(event);
        fetchAhead();
      }}
      onTouchStart={(event) => {
        onTouchStart?.(event);
        fetchAhead();
      }}
    />
  );
}
