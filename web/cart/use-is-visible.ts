import { type RefObject, useEffect, useState } from "react";

/** Whether an element is within the viewport, extended by a margin; true before hydration. */
export function useIsVisible(element: RefObject<HTMLElement | null>, rootMargin = "0px") {
  const [isVisible, setVisible] = useState(true);
  useEffect(() => {
    if (!element.current) return;
    const watcher = new IntersectionObserver(([entry]) => entry && setVisible(entry.isIntersecting), { rootMargin });
    watcher.observe(element.current);
    return () => watcher.disconnect();
  }, [element, rootMargin]);
  return isVisible;
}
