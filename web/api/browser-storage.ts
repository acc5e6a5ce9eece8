/** Prefix of personal data in localStorage, removed on sign-out. */
export const personalKeyPrefix = "mine:";

/** Removes all personal data from localStorage. */
export const clearPersonalStorage = () =>
  ignoreBlocked(() => {
    for (const key of Object.keys(localStorage)) if (key.startsWith(personalKeyPrefix)) localStorage.removeItem(key);
  });

/** A text in browser storage; blocked storage acts as empty. */
export const storedText = (storage: () => Storage, key: string) => ({
  read: () => ignoreBlocked(() => storage().getItem(key)) ?? null,
  /** False where storage is full or blocked. */
  write: (text: string) =>
    ignoreBlocked(() => {
      storage().setItem(key, text);
      return true;
    }) ?? false,
  clear: () => ignoreBlocked(() => storage().removeItem(key)),
});

/** A JSON value in browser storage; blocked storage and invalid JSON act as null. */
export const storedValue = (storage: () => Storage, key: string) => {
  const text = storedText(storage, key);
  return {
    read: (): unknown => ignoreBlocked(() => JSON.parse(text.read() ?? "null")) ?? null,
    write: (value: unknown) => text.write(JSON.stringify(value)),
    clear: text.clear,
  };
};

function ignoreBlocked<T>(access: () => T): T | undefined {
  try {
    return access();
  } catch {
    return undefined;
  }
}
