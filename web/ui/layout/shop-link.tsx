import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import type { ComponentProps, ReactNode } from "react";
import { Link } from "react-router";
import { type ButtonStyle, buttonLook } from "#web/ui/forms/button.tsx";

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

type ButtonLinkProps = Omit<Props, "className" | "children"> & ButtonStyle & { label: string; icon?: ReactNode };

/** A link that looks like a button. */
export const ButtonLink = ({ label, icon, look, size, wide, ...link }: ButtonLinkProps) => (
  <ShopLink {...link} className={buttonLook({ look, size, wide })}>
    {icon}
    {label}
  </ShopLink>
);
