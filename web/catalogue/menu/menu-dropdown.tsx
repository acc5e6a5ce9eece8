import type { RefObject } from "react";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { say } from "#words/say.ts";
import { MenuLevels } from "./menu-levels.tsx";

interface Props {
  open: boolean;
  onClose: () => void;
  anchor: RefObject<HTMLElement | null>;
}

/** The category menu on wide screens: a popover under its button, at most 335 px wide and 580 px high. */
export const MenuDropdown = ({ open, onClose, anchor }: Props) => (
  <Popover
    label={say("Categories")}
    open={open}
    anchor={anchor}
    onClose={onClose}
    className="max-h-[min(580px,var(--available-height))]! w-[335px] p-2"
  >
    <MenuLevels onLeave={onClose} />
  </Popover>
);
