import type { RefObject } from "react";
import { Popover } from "#web/ui/popover.tsx";
import { say } from "#words/say.ts";
import { CategoryLevels } from "./menu-levels.tsx";

interface Props {
  open: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
}

/** The category menu on wide screens: a panel under its button, at most 335 px wide and 580 px high. */
export const CategoryDropdown = ({ open, onClose, anchor }: Props) => (
  <Popover
    label={say("Categories")}
    open={open}
    anchor={anchor}
    // The button itself opens and closes; a press on it is not a press outside.
    onOpenChange={(wanted, { event }) => !wanted && !anchor.current?.contains(event.target as Node) && onClose()}
    className="max-h-[min(580px,var(--available-height))]! w-[335px] p-2"
  >
    <CategoryLevels onLeave={onClose} />
  </Popover>
);
