/** A JSON value in browser storage; unavailable storage acts as empty. */
export const storedValue = (storage: () => Storage, name: string) => ({
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
      // Storage is optional.
    }
  },
  clear: () => {
    try {
      storage().removeItem(name);
    } catch {
      // Storage is optional.
    }
  },
});
