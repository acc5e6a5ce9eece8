import { Menu } from "@base-ui/react/menu";
import type { ReactNode } from "react";
import { Link, useLocation } from "react-router";
import { popupClass } from "#web/ui/overlay/popover.tsx";

type Props = {
  label: string;
  icon: ReactNode;
  /** Classes of the item of the folded menu. */
  className: string;
  /** The path its pages begin with. */
  path: string;
  pages: readonly { label: string; to: string }[];
};

/** An item of the folded menu that opens its pages beside it, by pointer, Enter or the arrow keys. */
export function SidebarFlyout({ label, icon, className, path, pages }: Props) {
  const { pathname } = useLocation();
  return (
    <li>
      <Menu.Root modal={false}>
        <Menu.Trigger
          openOnHover
          delay={80}
          aria-current={pathname.startsWith(path) ? "true" : undefined}
          className={`${className} w-full`}
        >
          <span aria-hidden="true">{icon}</span>
          {label}
        </Menu.Trigger>
        <Menu.Portal>
          <Menu.Positioner side="inline-end" align="start" sideOffset={4} className="z-50">
            <Menu.Popup className={`${popupClass} grid min-w-44 p-1.5`}>
              {pages.map(({ label: name, to }) => (
                <Menu.Item
                  key={to}
                  render={<Link to={to} prefetch="intent" aria-current={pathname === to ? "page" : undefined} />}
                  className={
                    "flex min-h-9 items-center rounded-sm px-3 text-sm outline-none " +
                    "aria-[current]:font-semibold data-highlighted:bg-sunken pointer-coarse:min-h-11"
                  }
                >
                  {name}
                </Menu.Item>
              ))}
            </Menu.Popup>
          </Menu.Positioner>
        </Menu.Portal>
      </Menu.Root>
    </li>
  );
}
