import { type KeyboardEvent, type RefObject, useEffect, useState } from "react";
import { useLocation } from "react-router";
import { toggleFlag } from "#web/ui/screen-flags.ts";
import { isSearchable, settling } from "./search-delay.ts";

/**
 * What is in the search field, and what was in it when typing last paused; both follow the `name` of the address, unless
 * one `isUsed` by then.
 */
export function useSearchText(isUsed: boolean) {
  const { key, search } = useLocation();
  const named = new URLSearchParams(search).get("name") ?? "";
  const [text, setText] = useState(named);
  const [settled, setSettled] = useState(named);
  const [seen, setSeen] = useState(key);
  const [{ later, now, stop }] = useState(() => settling<string>(setSettled));
  useEffect(() => stop, [stop]);
  // Wherever one goes, what was typed before has done its work or was given up.
  if (seen !== key) setSeen(key);
  if (seen !== key && !isUsed) {
    setText(named);
    setSettled(named);
  }
  const type = (typed: string) => {
    setText(typed);
    (isSearchable(typed) ? later : now)(typed);
  };
  return { text, settled, type, stop };
}

/** The arrow keys of the search: through its options and around by way of the field; Enter takes the one they are at. */
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
      if (!open) return toggleFlag("isSearch", true);
      const next = options[nextPlace(chosen, step, options.length)];
      next?.scrollIntoView({ block: "nearest" });
      setActive(next?.id);
    }
  };
  return { active, onKey, forget: () => setActive(undefined) };
}

/** The place after or before one of `count`, where -1 is the field itself, between the last and the first. */
export const nextPlace = (place: number, step: number, count: number) => {
  const around = count + 1;
  return ((place + 1 + step + around) % around) - 1;
};
