import { type ReactNode, useLayoutEffect, useRef } from "react";

type Props = {
  isLocked: boolean;
  children: ReactNode;
};

/**
 * The fields of a form that its save closes or leaves. While it is sent nothing can be typed, as it would be lost. If
 * it isn't saved, the first field with an error has the focus then, else what had it before.
 */
export function LockedFields({ isLocked, children }: Props) {
  const fields = useRef<HTMLDivElement>(null);
  const before = useRef<Element | null>(undefined);
  useLayoutEffect(() => {
    const { current: within } = fields;
    if (!within) return;
    if (isLocked) {
      before.current = document.activeElement;
      within.inert = true;
      return () => {
        within.inert = false;
      };
    }
    if (before.current !== undefined) focusAfter(within, before.current);
    before.current = undefined;
  }, [isLocked]);
  return (
    <div ref={fields} className="contents *:transition-opacity inert:*:opacity-60 inert:*:delay-300">
      {children}
    </div>
  );
}

function focusAfter(within: HTMLElement, before: Element | null) {
  const { activeElement: now } = document;
  // Something else was focused meanwhile, such as the button of a toast.
  if (now && now !== before && !now.contains(within)) return;
  const invalid = within.querySelector<HTMLElement>("[aria-invalid=true]");
  if (invalid) invalid.focus();
  else if (before instanceof HTMLElement && within.contains(before)) before.focus();
}
