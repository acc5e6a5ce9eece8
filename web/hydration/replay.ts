type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
declare global {
  interface Window {
    /** What was done before the page's scripts ran: how often a button was pressed, what a field was given. */
    earlyEvents?: Map<Element, string | boolean | number> | undefined;
  }
}
export const changeEvents = ["input", "change"];

export const isField = (one: unknown): one is Field =>
  one instanceof HTMLInputElement || one instanceof HTMLTextAreaElement || one instanceof HTMLSelectElement;
const isBox = (one: Element): one is HTMLInputElement =>
  one instanceof HTMLInputElement && ["checkbox", "radio"].includes(one.type);

/** What a field holds: for a box whether it is ticked. */
export const fieldValue = (field: Field) => (isBox(field) ? field.checked : field.value);

/** Gives a field what it was given before its script was there, as if it happened now. */
export function setFieldValue(field: Field, wanted: string | boolean) {
  if (isBox(field)) {
    field.checked = !wanted;
    field.click();
    return;
  }
  // React overlooks a value that is set on the element itself.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, wanted);
  for (const change of changeEvents) field.dispatchEvent(new Event(change, { bubbles: true }));
}

/** Does again what was done before the page was alive (shell/late-start.ts kept it), each in its turn. */
export async function replayEvents() {
  const { earlyEvents: early = [] } = window;
  window.earlyEvents = undefined;
  for (const [one, what] of early) {
    // Who presses what opens and shuts a second time, has not seen it open.
    const times = isField(one) || one.ariaExpanded ? 1 : Number(what);
    for (let time = 0; time < times; time++) {
      if (isField(one)) setFieldValue(one, what as string | boolean);
      else (one as HTMLElement).click();
      // The next one is answered by what this one made of the page.
      await Promise.resolve();
    }
  }
}
