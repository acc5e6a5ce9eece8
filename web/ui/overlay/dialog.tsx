import { Dialog as Base } from "@base-ui/react/dialog";
import { X } from "lucide-react";
import { type ReactNode, Suspense, useEffect, useRef } from "react";
import { TextSkeleton } from "#web/ui/feedback/skeleton.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";
import { useBackButton, useCloseOnBack } from "./back-button.ts";

/** What closed the dialog; `other` is its own content. */
export type DialogClosing = "backdrop" | "close-button" | "escape" | "back" | "other";

type Props = {
  open: boolean;
  onClose: (closing: DialogClosing) => void;
  onClosed?: () => void;
  /** The element to focus after closing; by default the one focused before. */
  finalFocus?: (() => HTMLElement | null) | undefined;
  title?: ReactNode;
  /** Accessible name without a title. */
  label?: string;
  fullScreen?: boolean;
  children: ReactNode;
};

/** A modal dialog: at most 600 px wide and centered, or full screen. */
export function Dialog({ open, onClose, onClosed, finalFocus, title, label, fullScreen = false, children }: Props) {
  useBackButton(() => open && onClose("back"));
  useCloseOnBack(open, () => onClose("escape"));
  return (
    <Base.Root
      open={open}
      onOpenChange={(wanted, { reason }) => !wanted && onClose(closings[reason] ?? "other")}
      onOpenChangeComplete={(now) => !now && onClosed?.()}
    >
      <Base.Portal>
        <Base.Backdrop className={scrim} />
        <Base.Viewport
          className={classes(
            "fixed inset-0 z-50 grid overflow-hidden",
            fullScreen ? "" : "grid-cols-1 place-items-center p-4",
          )}
        >
          <Base.Popup
            aria-label={title ? undefined : label}
            finalFocus={finalFocus}
            className={classes(panel, fullScreen ? "panel-full size-full" : sheet)}
          >
            {title && (
              <div className="py-5 ps-6 pe-16">
                <Base.Title className="text-xl font-semibold">{title}</Base.Title>
              </div>
            )}
            <div
              className={classes(
                "min-h-0 flex-1 overflow-y-auto overscroll-contain pb-6",
                fullScreen ? "md:px-6" : "px-6 low:flex-none low:overflow-y-visible",
                !title && "pt-6",
              )}
            >
              <Suspense fallback={<TextSkeleton lines={4} />}>
                {children}
                <FocusFirstField />
              </Suspense>
            </div>
            {/* Last, so that the first field is focused on opening. */}
            <Base.Close aria-label={say("Close")} className={classes(close, fullScreen ? "bg-raised shadow" : "")}>
              <X className="size-5" />
            </Base.Close>
          </Base.Popup>
        </Base.Viewport>
      </Base.Portal>
    </Base.Root>
  );
}

/** Focuses the first field of content that was rendered after opening, when the focus is still on the close button. */
export function FocusFirstField() {
  const place = useRef<HTMLSpanElement>(null);
  useEffect(() => {
    const dialog = place.current?.closest("[role=dialog]");
    if (!dialog || dialog.lastElementChild !== document.activeElement) return;
    dialog.querySelector<HTMLElement>("input:not([type=hidden]), textarea, select")?.focus();
  }, []);
  return <span ref={place} hidden />;
}

const closings: Record<string, DialogClosing> = {
  "outside-press": "backdrop",
  "close-press": "close-button",
  "escape-key": "escape",
};

const scrim =
  "scrim fixed inset-0 z-50 bg-scrim [html:has(.cover)_&]:bg-transparent transition-opacity duration-(--slow) " +
  "data-starting-style:opacity-0 data-ending-style:opacity-0";

const panel =
  "relative flex flex-col bg-surface text-ink transition-[opacity,translate] duration-(--slow) " +
  "data-starting-style:translate-y-6 data-starting-style:opacity-0 data-ending-style:translate-y-6 data-ending-style:opacity-0";

const sheet = "max-h-[calc(100dvh-2rem)] w-full max-w-[600px] rounded-lg shadow low:overflow-y-auto";

const close =
  "absolute inset-e-3 top-3 grid size-11 place-items-center rounded text-muted transition-colors hover:bg-sunken hover:text-ink";
