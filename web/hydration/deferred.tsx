import {
  type ComponentType,
  type ReactElement,
  Suspense,
  useEffect,
  useRef,
  useState,
  useDeferredValue,
  useSyncExternalStore,
} from "react";
import { useLocation } from "react-router";
import { changeEvents, setFieldValue, fieldValue, isField } from "./replay.ts";
import { lazyComponent } from "./lazy.tsx";

/** How near a part must come to the screen before its script is fetched. */
const near = "50% 0px";

/**
 * A part below the first screen: `const Footer = laterPart(() => import("./footer.tsx").then((part) => part.Footer))`. The
 * server draws it like any other, in a block of its own. Its script comes when it is near the screen, or with the first
 * touch of the page; what is clicked in it before then is clicked again once it has come alive.
 */
export function deferredComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const { promise, resolve: want } = Promise.withResolvers<void>();
  if (typeof window === "undefined") want();
  const Part = lazyComponent<Props>(() => promise.then(load));

  return function Later(props: Props) {
    const place = useRef<HTMLDivElement>(null);
    const [isAlive, setAlive] = useState(false);
    const [here] = useState(useLocation().key);
    // Another page is drawn anew, not brought to life.
    if (useLocation().key !== here) want();
    useEffect(() => awaken(place.current as HTMLElement, want, isAlive), [isAlive]);
    const fresh = (
      <Suspense fallback={null}>
        <Part {...props} />
        <Alive tell={setAlive} />
      </Suspense>
    );
    // What the server drew would be thrown away by another one of these before its script is there.
    const [first] = useState<ReactElement>(fresh);
    return <div ref={place}>{isAlive ? fresh : first}</div>;
  };
}

function Alive({ tell }: { tell: (isAlive: boolean) => void }) {
  useEffect(() => tell(true), [tell]);
  return null;
}

const touches = ["pointerdown", "keydown", "popstate"];
/** What was done in parts whose script was not there yet, to be done again: the last click, and what fields were given. */
let clicked: HTMLElement | undefined;
const given = new Map<Parameters<typeof setFieldValue>[0], string | boolean>();

function awaken(place: HTMLElement, want: () => void, isAlive: boolean) {
  if (isAlive) return void doAgain(place);
  const watcher = new IntersectionObserver((seen) => seen.some((entry) => entry.isIntersecting) && want(), {
    rootMargin: near,
  });
  const keepClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    const { target } = event;
    if (!(target instanceof Element) || !place.contains(target)) return;
    event.stopPropagation();
    want();
    // A field takes it at once, and tells what came of it by itself.
    if (isForField(target)) return;
    event.preventDefault();
    clicked = (target.closest("a, button, summary") ?? target) as HTMLElement;
  };
  const keepField = ({ target }: Event) => {
    if (!(target instanceof Node) || !place.contains(target)) return;
    if (isField(target)) given.set(target, fieldValue(target));
    want();
  };
  watcher.observe(place);
  for (const touch of touches) addEventListener(touch, want, { once: true, passive: true });
  // On the window: React listens on the document, and keeps from everybody else what happens in a part it can't answer for yet.
  addEventListener("click", keepClick, { capture: true });
  for (const change of changeEvents) addEventListener(change, keepField, { capture: true });
  return () => {
    watcher.disconnect();
    for (const touch of touches) removeEventListener(touch, want);
    removeEventListener("click", keepClick, { capture: true });
    for (const change of changeEvents) removeEventListener(change, keepField, { capture: true });
  };
}

/** The field itself, or the words that belong to it. */
const isForField = (target: Element) => isField(target) || isField(target.closest("label")?.control);

async function doAgain(place: HTMLElement) {
  for (const [field, wanted] of given) {
    if (!place.contains(field)) continue;
    given.delete(field);
    setFieldValue(field, wanted);
    // The next one is answered by what this one made of the page.
    await Promise.resolve();
  }
  const again = clicked;
  if (!again || !place.contains(again)) return;
  clicked = undefined;
  again.click();
}

const never = () => () => {};

/**
 * Whether script runs here: false on the server and while the page comes to life, so that both draw the same. What comes then
 * is drawn piece by piece, not in one go.
 */
export const useHydrated = () =>
  useDeferredValue(
    useSyncExternalStore(
      never,
      () => true,
      () => false,
    ),
  );
