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
  const focused = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const { current: within } = fields;
    if (!isLocked || !within) return;
    const { activeElement } = document;
    if (activeElement instanceof HTMLElement && within.contains(activeElement)) focused.current = activeElement;
    within.inert = true;
    return () => {
      within.inert = false;
    };
  }, [isLocked]);
  useLayoutEffect(() => {
    const [within, before] = [fields.current, focused.current];
    if (isLocked || !within || !before) return;
    focused.current = null;
    // Unless something else was focused meanwhile, such as the button of a toast.
    if (document.activeElement?.contains(within))
      (within.querySelector<HTMLElement>("[aria-invalid=true]") ?? before).focus();
  }, [isLocked]);
  return (
    <div ref={fields} className="contents *:transition-opacity inert:*:opacity-60 inert:*:delay-300">
      {children}
    </div>
  );
}
