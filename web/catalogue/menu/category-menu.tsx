import { ChevronDown, Menu } from "lucide-react";
import { Suspense, useRef, useState } from "react";
import { useCloseOnNavigation } from "#web/catalogue/close-on-navigation.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { isSmallScreen, useSmallScreen } from "#web/ui/layout/small-screen.ts";
import { togglePanel, usePanels } from "#web/ui/overlay/panels.ts";
import { say } from "#words/say.ts";

const loadDrawer = () => import("./menu-drawer.tsx").then((part) => part.MenuDrawer);
const loadDropdown = () => import("./menu-dropdown.tsx").then((part) => part.MenuDropdown);
const MenuDrawer = lazyComponent(loadDrawer);
const MenuDropdown = lazyComponent(loadDropdown);
const loadAhead = () => void (isSmallScreen() ? loadDrawer() : loadDropdown()).catch(() => undefined);

const close = () => togglePanel("mainSideSidebarIsOpen", false);

/**
 * The button of the category menu: a drawer on small screens, a dropdown on wide ones. The panel is loaded on hover,
 * focus or first use.
 */
export function CategoryMenu({ className }: { className: string }) {
  const open = usePanels((flags) => flags.mainSideSidebarIsOpen);
  const button = useRef<HTMLButtonElement>(null);
  const [needed, setNeeded] = useState(open);
  if (open && !needed) setNeeded(true);
  const Panel = useSmallScreen() ? MenuDrawer : MenuDropdown;
  const { use } = useCloseOnNavigation("mainSideSidebarIsOpen");
  return (
    <div className={className}>
      <button
        ref={button}
        type="button"
        aria-label={say("Categories")}
        aria-haspopup="dialog"
        aria-expanded={open}
        onPointerEnter={loadAhead}
        onFocus={loadAhead}
        onClick={() => {
          use();
          togglePanel("mainSideSidebarIsOpen");
        }}
        // Tab leaves the menu; an open panel would cover the focused element.
        onKeyDown={({ key }) => key === "Tab" && close()}
        className="menu-button noscript:hidden"
      >
        <Menu className="size-5 md:hidden" />
        <span className="hidden md:inline">{say("Categories")}</span>
        <ChevronDown className={`hidden size-4 text-muted transition-transform md:block ${open ? "rotate-180" : ""}`} />
      </button>
      <noscript>
        {import.meta.env.SSR && (
          <a href={paths.products()} className="menu-button">
            {say("All products")}
          </a>
        )}
      </noscript>
      {needed && (
        <Suspense fallback={null}>
          <Panel open={open} onClose={close} anchor={button} />
        </Suspense>
      )}
    </div>
  );
}
