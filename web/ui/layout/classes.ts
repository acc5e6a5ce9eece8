/** Joins class names; empty ones are left out. Later names don't override earlier ones. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
