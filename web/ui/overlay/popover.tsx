import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode, RefObject } from "react";
import { classes } from "#web/ui/layout/classes.ts";

type Props = {
  /** The button that opens it; or, where that must stay in the page by itself, `anchor` and `open`. */
  trigger?: ReactElement;
  anchor?: RefObject<HTMLElement | null>;
  /** Its name; read aloud. */
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean, details: { event: Event }) => void;
  defaultOpen?: boolean;
  className?: string;
  children: ReactNode;
};

/** A sheet under a button for anything that is no menu. Escape, a press outside or tabbing out of it closes it. */
export const Popover = ({
  trigger,
  anchor,
  label,
  align = "start",
  open,
  onOpenChange,
  defaultOpen,
  className,
  children,
}: Props) => (
  <Base.Root {...{ open, onOpenChange, defaultOpen }}>
    {trigger && <Base.Trigger render={trigger} />}
    <Base.Portal>
      <Base.Positioner anchor={anchor} align={align} sideOffset={6} className="z-50">
        <Base.Popup
          aria-label={label}
          finalFocus={anchor}
          // Its end leads nowhere where it has no trigger of its own.
          onBlur={({ relatedTarget: to, nativeEvent: event }) => {
            if (!anchor || !to?.hasAttribute("data-base-ui-focus-guard")) return;
            onOpenChange?.(false, { event });
            anchor.current?.focus();
          }}
          className={classes(popupLook, className ?? "w-72 p-4")}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

/** The sheet of a menu or popover, growing out of what opened it. */
export const popupLook =
  "max-h-(--available-height) max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded bg-raised text-ink shadow " +
  "transition-[opacity,scale] duration-(--quick) data-starting-style:scale-97 data-starting-style:opacity-0 " +
  "data-ending-style:scale-97 data-ending-style:opacity-0";
