import { classes } from "#web/ui/layout/classes.ts";

/** A spinning ring of the text's size; hidden from screen readers. */
export const Spinner = ({ className }: { className?: string }) => (
  <svg viewBox="0 0 24 24" className={classes("size-[1.15em] animate-spin", className)} fill="none" aria-hidden="true">
    <circle cx="12" cy="12" r="9" stroke="currentColor" strokeOpacity="0.25" strokeWidth="3" />
    <path d="M21 12a9 9 0 0 0-9-9" stroke="currentColor" strokeWidth="3" strokeLinecap="round" />
  </svg>
);
