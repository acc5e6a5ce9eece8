import { Popover as Base } from "@base-ui/react/popover";
import type { ReactNode, RefObject } from "react";
import { classes } from "#web/ui/layout/classes.ts";

type Props = {
  /** The button that opens it, which toggles by itself. */
  anchor: RefObject<HTMLElement | null>;
  label: string;
  align?: "start" | "end";
  open: boolean;
  onClose: () => void;
  className: string;
  children: ReactNode;
};

/** A panel below its button; closed by Escape, a press outside or tabbing out. */
export const Popover = ({ anchor, label, align = "start", open, onClose, className, children }: Props) => (
  <Base.Root
    open={open}
    // A press on the button is not an outside press.
    onOpenChange={(wanted, { event }) => !wanted && !anchor.current?.contains(event.target as Node) && onClose()}
  >
    <Base.Portal>
      <Base.Positioner anchor={anchor} align={align} sideOffset={6} className="z-50">
        <Base.Popup
          aria-label={label}
          finalFocus={anchor}
          // Without a trigger of Base UI the focus would leave the page at its end.
          onBlur={({ relatedTarget: to }) => {
            if (!to?.hasAttribute("data-base-ui-focus-guard")) return;
            onClose();
            anchor.current?.focus();
          }}
          className={classes(popupClass, className)}
        >
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);

/** Classes of menus and popovers. */
export const popupClass =
  "max-h-(--available-height) max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded bg-raised text-ink shadow " +
  "transition-[opacity,scale] duration-(--quick) data-starting-style:scale-97 data-starting-style:opacity-0 " +
  "data-ending-style:scale-97 data-ending-style:opacity-0";
