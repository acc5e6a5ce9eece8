const guarded = /^\/(dashboard|checkout|account|payment)(\/|$)/;

/** Whether a path needs a sign-in. */
export const isGuarded = (pathname: string) => guarded.test(pathname);
