import {
  type ComponentType,
  type ReactElement,
  Suspense,
  useDeferredValue,
  useEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from "react";
import { useLocation } from "react-router";
import { changeEvents, fieldValue, isField, setFieldValue } from "./event-replay.ts";
import { lazyComponent } from "./lazy-component.tsx";

/** How near the viewport a component must be before its script loads. */
const loadMargin = "50% 0px";

/**
 * A component below the first screen, rendered by the server and hydrated later:
 * `deferredComponent(() => import("./footer.tsx").then(({ Footer }) => Footer))`. Its script loads when it is near the viewport,
 * or on the first interaction with the page; clicks and changes in it before then are replayed once it is hydrated.
 */
export function deferredComponent<Props extends object>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  let request = () => {};
  // Not `Promise.withResolvers`, which browsers of 2023 don't have.
  const requested = new Promise<void>((resolve) => {
    request = resolve;
  });
  if (typeof window === "undefined") request();
  const Component = lazyComponent<Props>(() => requested.then(load));

  return function Deferred(props: Props) {
    const container = useRef<HTMLDivElement>(null);
    const [isHydrated, setHydrated] = useState(false);
    const [firstKey] = useState(useLocation().key);
    // After a navigation there is no server HTML to hydrate.
    if (useLocation().key !== firstKey) request();
    useEffect(() => {
      if (isHydrated) void replayIn(container.current as HTMLElement);
      else return recordIn(container.current as HTMLElement, request);
    }, [isHydrated]);
    const current = (
      <Suspense fallback={null}>
        <Component {...props} />
        <OnHydrated then={setHydrated} />
      </Suspense>
    );
    // New props before hydration would make React drop the server's HTML.
    const [initial] = useState<ReactElement>(current);
    return <div ref={container}>{isHydrated ? current : initial}</div>;
  };
}

function OnHydrated({ then }: { then: (isHydrated: boolean) => void }) {
  useEffect(() => then(true), [then]);
  return null;
}

const interactions = ["pointerdown", "keydown", "popstate"];
let lastClicked: HTMLElement | undefined;
const changedFields = new Map<Parameters<typeof setFieldValue>[0], string | boolean>();

/** Calls `request` when the script is needed, and records what is clicked and changed until then. Returns how to stop. */
function recordIn(container: HTMLElement, request: () => void) {
  const observer = new IntersectionObserver((entries) => entries.some((entry) => entry.isIntersecting) && request(), {
    rootMargin: loadMargin,
  });
  const recordClick = (event: MouseEvent) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.button > 0) return;
    const { target } = event;
    if (!(target instanceof Element) || !container.contains(target)) return;
    event.stopPropagation();
    request();
    // A field changes by itself; its change event is recorded.
    if (isField(target) || isField(target.closest("label")?.control)) return;
    event.preventDefault();
    lastClicked = (target.closest("a, button, summary") ?? target) as HTMLElement;
  };
  const recordChange = ({ target }: Event) => {
    if (!(target instanceof Node) || !container.contains(target)) return;
    if (isField(target)) changedFields.set(target, fieldValue(target));
    request();
  };
  observer.observe(container);
  for (const type of interactions) addEventListener(type, request, { once: true, passive: true });
  // On the window: React listens on the document and stops events inside a boundary it has not hydrated.
  addEventListener("click", recordClick, { capture: true });
  for (const type of changeEvents) addEventListener(type, recordChange, { capture: true });
  return () => {
    observer.disconnect();
    for (const type of interactions) removeEventListener(type, request);
    removeEventListener("click", recordClick, { capture: true });
    for (const type of changeEvents) removeEventListener(type, recordChange, { capture: true });
  };
}

async function replayIn(container: HTMLElement) {
  for (const [field, value] of changedFields) {
    if (!container.contains(field)) continue;
    changedFields.delete(field);
    setFieldValue(field, value);
    // Lets React render before the next event.
    await Promise.resolve();
  }
  const clicked = lastClicked;
  if (!clicked || !container.contains(clicked)) return;
  lastClicked = undefined;
  clicked.click();
}

const subscribeNever = () => () => {};

/** False on the server and while hydrating, so that both render the same; then true, in a render that can be interrupted. */
export const useHydrated = () =>
  useDeferredValue(
    useSyncExternalStore(
      subscribeNever,
      () => true,
      () => false,
    ),
  );
