import { type QueryKey, useQueryClient } from "@tanstack/react-query";
import { type ComponentProps, createContext, type ReactNode, useContext } from "react";
import { Link, type To } from "react-router";
import { type ButtonStyle, buttonLook } from "#web/ui/forms/button.tsx";

type Props = ComponentProps<typeof Link> & {
  /** Queries to prefetch on hover, focus or touch. */
  warm?: { queryKey: QueryKey }[];
};

/** Whether the user may open a page; the dashboard's layout knows it of its pages. */
export const MayOpenContext = createContext((_path: string): boolean => true);

/**
 * A link within the shop that prefetches its page and the queries in `warm` on hover, focus or touch; plain text for
 * those who may not open the page.
 */
export function ShopLink({ warm = [], ...rest }: Props) {
  const client = useQueryClient();
  const mayOpen = useMayOpen(rest.to);
  if (!mayOpen)
    return (
      <span className={`no-link ${rest.className ?? ""}`}>
        <Named label={rest["aria-label"]}>{rest.children}</Named>
      </span>
    );
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

/** Text with a label for screen readers, which a plain element can't have as an attribute. */
const Named = ({ label, children }: { label: string | undefined; children: ReactNode }) =>
  label === undefined ? (
    children
  ) : (
    <>
      <span aria-hidden="true" className="contents">
        {children}
      </span>
      <span className="sr-only">{label}</span>
    </>
  );

type ButtonLinkProps = Omit<Props, "className" | "children"> & ButtonStyle & { label: string; icon?: ReactNode };

/** A link that looks like a button; nothing for those who may not open the page. */
export function ButtonLink({ label, icon, look, size, wide, ...link }: ButtonLinkProps) {
  if (!useMayOpen(link.to)) return null;
  return (
    <ShopLink {...link} className={buttonLook({ look, size, wide })}>
      {icon}
      {label}
    </ShopLink>
  );
}

/** Whether the user may open the page that a link leads to. */
export const useMayOpen = (to: To) => useContext(MayOpenContext)(typeof to === "string" ? to : (to.pathname ?? ""));
