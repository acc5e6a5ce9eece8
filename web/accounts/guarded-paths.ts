const guarded = /^\/(dashboard|checkout|account|payment)(\/|$)/;

/** Whether a path needs somebody signed in. */
export const isGuarded = (pathname: string) => guarded.test(pathname);
