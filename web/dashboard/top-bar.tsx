import { useSuspenseQuery } from "@tanstack/react-query";
import { LogOut, PanelLeft, Search } from "lucide-react";
import { Suspense, useEffect, useState } from "react";
import { query } from "#web/api/call.ts";
import { useLive } from "#web/api/live-store.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { useSignOut } from "#web/api/session/sign-out.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { Button, IconButton } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { isSmallScreen } from "#web/ui/layout/small-screen.ts";
import { ThemeSwitch } from "#web/ui/layout/theme-switch.tsx";
import { togglePanel, usePanels } from "#web/ui/overlay/panels.ts";
import { Kbd } from "#web/ui/text/kbd.tsx";
import { AlertBell } from "./alerts/alert-bell.tsx";
import { sidebarStorage } from "./sidebar.tsx";

/** The dashboard's header: shop name, user and sign-out. */
export function TopBar() {
  const shop = useSuspenseQuery(query("GET /shop", {})).data.data;
  const profile = useProfile().data;
  const signOut = useSignOut();
  const open = usePanels((flags) => flags.dashboardSideSidebarIsOpen);
  return (
    <header className="sticky top-0 z-10 flex h-14 items-center gap-2 border-b border-hairline bg-surface px-2 md:px-3">
      <IconButton
        label={open ? "Collapse the menu" : "Expand the menu"}
        icon={<PanelLeft className="rtl:-scale-x-100" />}
        size="small"
        aria-expanded={open}
        aria-controls="dashboard-menu"
        onClick={() => {
          togglePanel("dashboardSideSidebarIsOpen", !open);
          if (!isSmallScreen()) sidebarStorage.write(open ? "closed" : "open");
        }}
        className="ms-1"
      />
      <ShopLink to={paths.home()} className="touch-target min-w-0 px-1 font-semibold">
        <span className="block truncate">{shop.name}</span>
      </ShopLink>
      <LiveDot />
      <PaletteButton />
      <div className="ms-auto flex items-center gap-2 md:gap-4">
        <AlertBell />
        <ThemeSwitch className="max-md:hidden" />
        <ShopLink
          to={paths.profile()}
          title="Your profile"
          className="touch-target min-w-0 text-sm text-muted hover:underline"
        >
          <span className="block max-w-40 truncate">{profile?.fullname || "Stranger"}</span>
        </ShopLink>
        <Button look="ghost" size="small" onClick={signOut}>
          <LogOut className="rtl:-scale-x-100" />
          <span className="max-sm:sr-only">Logout</span>
        </Button>
      </div>
    </header>
  );
}

const loadPalette = () => import("./command-palette.tsx").then((part) => part.CommandPalette);
const CommandPalette = lazyComponent(loadPalette);

/** Opens the command palette, as Ctrl+K and Command+K do. */
function PaletteButton() {
  // Undefined until it is first opened, when the palette is loaded.
  const [open, setOpen] = useState<boolean>();
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== "k" || !(event.ctrlKey || event.metaKey) || event.altKey) return;
      event.preventDefault();
      setOpen((now) => !now);
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
  return (
    <>
      <Button
        look="ghost"
        size="small"
        className="text-muted md:ms-4 md:border md:border-hairline"
        aria-haspopup="dialog"
        onPointerEnter={() => void loadPalette().catch(() => undefined)}
        onClick={() => setOpen(true)}
      >
        <Search />
        <span className="max-md:sr-only">Search or jump to</span>
        <span className="max-lg:hidden">
          <Kbd>Ctrl K</Kbd>
        </span>
      </Button>
      {open !== undefined && (
        <Suspense fallback={null}>
          <CommandPalette open={open} onOpenChange={setOpen} />
        </Suspense>
      )}
    </>
  );
}

function LiveDot() {
  const live = useLive(({ emit }) => emit !== null);
  return (
    <span
      role="status"
      className="inline-flex items-center gap-1.5 text-xs text-muted"
      title={live ? undefined : "Figures update once the shop is connected."}
    >
      <span aria-hidden="true" className={classes("size-2 rounded-full", live ? "bg-success" : "bg-control")} />
      {live ? "Live" : <span className="max-sm:sr-only">Connecting</span>}
    </span>
  );
}
