/** The frame shared by all that is typed into or chosen from. 16 px text, so that a phone does not zoom in on focus. */
export const controlLook =
  "block w-full min-w-0 rounded border border-control bg-surface px-3.5 text-base text-ink transition-colors " +
  "hover:not-disabled:border-ink focus-visible:outline-offset-0 " +
  "disabled:cursor-not-allowed disabled:bg-sunken disabled:text-muted " +
  "aria-invalid:border-danger aria-invalid:bg-danger-soft";
