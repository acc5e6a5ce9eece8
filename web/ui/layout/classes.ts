/** Joins class names, leaving out what is absent. Later names do not override earlier ones: pick a look instead. */
export const classes = (...names: (string | false | null | undefined)[]) => names.filter(Boolean).join(" ");
