import { Drawer as Base } from "@base-ui/react/drawer";
import { X } from "lucide-react";
import type { ReactNode } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";
import { useBackButton } from "./back-button.ts";

type Side = "start" | "end";
type Props = {
  open: boolean;
  onClose: () => void;
  side?: Side;
  title: ReactNode;
  /** Below the scrolling content. */
  footer?: ReactNode;
  /** Classes of the panel, such as another width. */
  className?: string;
  children: ReactNode;
};

/** A modal panel at a side of the screen; also closed by a swipe. */
export function Drawer({ open, onClose, side = "end", title, footer, className = "w-[26rem]", children }: Props) {
  useBackButton(() => open && onClose());
  return (
    <Base.Root open={open} swipeDirection={swipeDirection(side)} onOpenChange={(wanted) => !wanted && onClose()}>
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport className={classes("fixed inset-0 z-50 flex overflow-hidden", side === "end" && "justify-end")}>
          <Base.Popup className={classes(panel, panels[side], className)}>
            <header className="flex h-16 items-center gap-3 border-b border-hairline px-5">
              <Base.Title className="min-w-0 flex-1 text-lg font-semibold">{title}</Base.Title>
              <Base.Close aria-label={say("Close")} className={close}>
                <X className="size-5" />
              </Base.Close>
            </header>
            <Base.Content className={content}>{children}</Base.Content>
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

/** A drawer opens in the browser only, where the page's direction is known. */
function swipeDirection(side: Side) {
  const isMirrored = typeof document !== "undefined" && document.documentElement.dir === "rtl";
  return (side === "start") === isMirrored ? "right" : "left";
}

const panels: Record<Side, string> = {
  start:
    "panel-start data-starting-style:-translate-x-full data-ending-style:-translate-x-full " +
    "rtl:data-starting-style:translate-x-full rtl:data-ending-style:translate-x-full",
  end:
    "panel-end data-starting-style:translate-x-full data-ending-style:translate-x-full " +
    "rtl:data-starting-style:-translate-x-full rtl:data-ending-style:-translate-x-full",
};

const panel =
  "relative flex h-full max-w-[calc(100vw-3rem)] flex-col bg-surface text-ink shadow low:overflow-y-auto " +
  "transition-[translate,transform] duration-(--slow) data-swiping:select-none " +
  "data-swiping:duration-0 [transform:translate(var(--drawer-swipe-movement-x),var(--drawer-swipe-movement-y))]";

const content = "min-h-0 flex-1 overflow-y-auto overscroll-contain p-5 low:flex-none low:overflow-y-visible";

const scrim =
  "scrim fixed inset-0 z-50 bg-scrim opacity-[calc(1-var(--drawer-swipe-progress))] transition-opacity duration-(--slow) " +
  "data-swiping:duration-0 data-starting-style:opacity-0 data-ending-style:opacity-0";

const close =
  "-me-2 grid size-11 shrink-0 place-items-center rounded text-muted transition-colors hover:bg-sunken hover:text-ink";
