import { Popover as Base } from "@base-ui/react/popover";
import type { ReactElement, ReactNode } from "react";
import { classes } from "./classes.ts";
import { popupLook } from "./popup-look.ts";

type Props = {
  trigger: ReactElement;
  /** Its name; read aloud. */
  label: string;
  align?: "start" | "center" | "end";
  open?: boolean;
  onOpenChange?: (open: boolean) => void;
  defaultOpen?: boolean;
  className?: string;
  children: ReactNode;
};

/** A sheet under a button for anything that is no menu. Escape or a press outside closes it. */
export const Popover = ({
  trigger,
  label,
  align = "start",
  open,
  onOpenChange,
  defaultOpen,
  className,
  children,
}: Props) => (
  <Base.Root {...{ open, onOpenChange, defaultOpen }}>
    <Base.Trigger render={trigger} />
    <Base.Portal>
      <Base.Positioner align={align} sideOffset={6} className="z-50">
        <Base.Popup aria-label={label} className={classes(popupLook, className ?? "w-72 p-4")}>
          {children}
        </Base.Popup>
      </Base.Positioner>
    </Base.Portal>
  </Base.Root>
);
