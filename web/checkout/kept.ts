/** A small shelf in the browser's storage; one that can't be read or written is as good as empty. */
export const shelf = (storage: () => Storage, name: string) => ({
  read: (): unknown => {
    try {
      return JSON.parse(storage().getItem(name) ?? "null");
    } catch {
      return null;
    }
  },
  write: (value: unknown) => {
    try {
      storage().setItem(name, JSON.stringify(value));
    } catch {
      // Nothing is kept then; the page works on.
    }
  },
  clear: () => {
    try {
      storage().removeItem(name);
    } catch {
      // Nothing was kept either.
    }
  },
});
