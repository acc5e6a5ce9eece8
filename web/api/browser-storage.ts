/** Prefix of personal data in localStorage and sessionStorage, removed on sign-out and when another user signs in. */
export const personalKeyPrefix = "mine:";

/** Caches of the service worker that tell what was viewed and searched for; the others have scripts and styles. */
const personalCaches = /^(pages|images)-/;

/** Removes all personal data from this browser. */
export function clearPersonalStorage() {
  for (const storage of [() => localStorage, () => sessionStorage])
    ignoreBlocked(() => {
      for (const key of Object.keys(storage())) if (key.startsWith(personalKeyPrefix)) storage().removeItem(key);
    });
  // Not without https.
  if ("caches" in globalThis) deletePersonalCaches().catch(() => undefined);
}

async function deletePersonalCaches() {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => personalCaches.test(name)).map((name) => caches.delete(name)));
}

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

/** A stored text that is kept until the page is left where storage is full or blocked. */
export function storedTextOrMemory(storage: () => Storage, key: string) {
  const text = storedText(storage, key);
  let inMemory: string | null = null;
  return {
    read: () => inMemory ?? text.read(),
    write: (value: string) => {
      const isStored = text.write(value);
      inMemory = isStored ? null : value;
      return isStored;
    },
    clear: () => {
      inMemory = null;
      text.clear();
    },
  };
}

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
