import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";
import { useBackButton } from "./back-button.ts";

export type DrawerSide = "start" | "end" | "bottom";

type Props = {
  open: boolean;
  onClose: () => void;
  onClosed?: () => void;
  side?: DrawerSide;
  title: ReactNode;
  /** Keeps the title for screen readers only. */
  titleHidden?: boolean;
  /** Stays in sight under what scrolls: totals, "Show 24 products". */
  footer?: ReactNode;
  /** Of the panel: its width, where another than 26rem is wanted. */
  className?: string;
  children: ReactNode;
};

/** A panel from an edge of the screen: swiped away, closed by Escape or outside; focus stays inside and is given back. */
export function Drawer({
  open,
  onClose,
  onClosed,
  side = "end",
  title,
  titleHidden,
  footer,
  className,
  children,
}: Props) {
  useBackButton(() => open && onClose());
  return (
    <Base.Root
      open={open}
      swipeDirection={swipeDirection(side)}
      onOpenChange={(wanted) => !wanted && onClose()}
      onOpenChangeComplete={(now) => !now && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport className={classes("fixed inset-0 z-50 flex overflow-hidden", places[side])}>
          <Base.Popup className={classes(panel, panels[side], className ?? widths[side])}>
            <header
              className={classes("flex items-center gap-3 px-5", titleHidden ? "h-0" : "h-16 border-b border-hairline")}
            >
              <Base.Title className={titleHidden ? "sr-only" : "min-w-0 flex-1 text-lg font-semibold"}>
                {title}
              </Base.Title>
              <Base.Close
                aria-label={say("Close")}
                className={classes(close, titleHidden && "absolute inset-e-4 top-3 z-1")}
              >
                <X className="size-5" aria-hidden="true" />
              </Base.Close>
            </header>
            <Base.Content className="min-h-0 flex-1 overflow-y-auto overscroll-contain p-5">{children}</Base.Content>
            {footer && (
              <footer className="border-t border-hairline p-5 pb-[max(1.25rem,env(safe-area-inset-bottom))]">
                {footer}
              </footer>
            )}
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** A drawer opens only in a browser, where the page's direction is known. */
function swipeDirection(side: DrawerSide) {
  if (side === "bottom") return "down";
  const mirrored = typeof document !== "undefined" && document.documentElement.dir === "rtl";
  return (side === "start") === mirrored ? "right" : "left";
}

const places: Record<DrawerSide, string> = { start: "justify-start", end: "justify-end", bottom: "items-end" };

const widths: Record<DrawerSide, string> = { start: "w-[26rem]", end: "w-[26rem]", bottom: "w-full" };

const panels: Record<DrawerSide, string> = {
  start:
    "h-full max-w-[calc(100vw-3rem)] data-starting-style:-translate-x-full data-ending-style:-translate-x-full " +
    "rtl:data-starting-style:translate-x-full rtl:data-ending-style:translate-x-full",
  end:
    "h-full max-w-[calc(100vw-3rem)] data-starting-style:translate-x-full data-ending-style:translate-x-full " +
    "rtl:data-starting-style:-translate-x-full rtl:data-ending-style:-translate-x-full",
  bottom:
    "max-h-[calc(100dvh-3rem)] rounded-t-lg data-starting-style:translate-y-full data-ending-style:translate-y-full",
};

const panel =
  "relative flex flex-col bg-surface text-ink shadow transition-[translate,transform] duration-(--slow) data-swiping:select-none " +
  "data-swiping:duration-0 [transform:translate(var(--drawer-swipe-movement-x),var(--drawer-swipe-movement-y))]";

const scrim =
  "fixed inset-0 z-50 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-(--slow) " +
  "data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0";

const close =
  "-me-2 grid size-11 shrink-0 place-items-center rounded text-muted transition-colors hover:bg-sunken hover:text-ink";
