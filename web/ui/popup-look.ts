/** The sheet of a menu or popover, growing out of what opened it. */
export const popupLook =
  "max-h-(--available-height) max-w-(--available-width) origin-(--transform-origin) overflow-y-auto rounded bg-raised text-ink shadow " +
  "transition-[opacity,scale] duration-(--quick) data-starting-style:scale-97 data-starting-style:opacity-0 " +
  "data-ending-style:scale-97 data-ending-style:opacity-0";
