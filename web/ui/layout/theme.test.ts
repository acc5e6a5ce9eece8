import { expect, test, vi } from "vitest";
import { getTheme, subscribeTheme } from "./theme.ts";

test("a theme that is chosen in another tab is applied in this one, also when storage is cleared there", () => {
  const stored = new Map<string, string>();
  const page = { dataset: {} as DOMStringMap };
  const events = new EventTarget();
  vi.stubGlobal("localStorage", { getItem: (key: string) => stored.get(key) ?? null });
  vi.stubGlobal("document", { documentElement: page });
  for (const name of ["addEventListener", "removeEventListener"] as const)
    vi.stubGlobal(name, events[name].bind(events));
  const changed = (key: string | null) => events.dispatchEvent(Object.assign(new Event("storage"), { key }));
  let notified = 0;
  const stop = subscribeTheme(() => notified++);
  stored.set("theme", "dark");
  changed("cart");
  expect([page.dataset.theme, notified]).toEqual([undefined, 0]);
  changed("theme");
  expect([page.dataset.theme, getTheme(), notified]).toEqual(["dark", "dark", 1]);
  stored.clear();
  changed(null);
  expect([page.dataset.theme, notified]).toEqual([undefined, 2]);
  stop();
  changed("theme");
  expect(notified).toBe(2);
});
