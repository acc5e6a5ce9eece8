import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { togglePanel } from "#web/ui/overlay/panels.ts";
import { debounce, isSearchable } from "./search-delay.ts";

/**
 * The text of the search field and its debounced value; both follow the `name` of the URL after a navigation, unless
 * the field `isUsed` by then.
 */
export function useSearchText(isUsed: boolean) {
  const { key, search } = useLocation();
  const named = new URLSearchParams(search).get("name") ?? "";
  const [text, setText] = useState(named);
  const [settled, setSettled] = useState(named);
  const [seen, setSeen] = useState(key);
  const [{ later, now, stop }] = useState(() => debounce<string>(setSettled));
  useEffect(() => stop, [stop]);
  // A navigation resets the text.
  if (seen !== key) setSeen(key);
  if (seen !== key && !isUsed) {
    setText(named);
    setSettled(named);
  }
  const type = (value: string) => {
    setText(value);
    (isSearchable(value) ? later : now)(value);
  };
  return { text, settled, type, stop };
}

/** Arrow keys cycle through the options and the field; Enter opens the active option. */
export function useOptionKeys(form: RefObject<HTMLElement | null>) {
  const [active, setActive] = useState<string>();
  const onKey = (event: KeyboardEvent, open: boolean) => {
    const options = open ? [...(form.current?.querySelectorAll<HTMLElement>("[role=option]") ?? [])] : [];
    const chosen = options.findIndex(({ id }) => id === active);
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (event.key === "Enter" && options[chosen]) {
      event.preventDefault();
      options[chosen].click();
    } else if (step) {
      event.preventDefault();
      if (!open) return togglePanel("isSearch", true);
      const next = options[nextOption(chosen, step, options.length)];
      next?.scrollIntoView({ block: "nearest" });
      setActive(next?.id);
    }
  };
  return { active, onKey, forget: () => setActive(undefined) };
}

/** Index of the next option of `count` in that direction, cyclic; -1 is the field itself. */
export const nextOption = (place: number, step: number, count: number) => {
  const around = count + 1;
  return ((place + 1 + step + around) % around) - 1;
};
