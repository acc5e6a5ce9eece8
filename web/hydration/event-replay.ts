type Field = HTMLInputElement | HTMLTextAreaElement | HTMLSelectElement;
declare global {
  interface Window {
    /** Events before hydration, by element: how often a button was clicked, or the value of a field. */
    earlyEvents?: Map<Element, string | boolean | number> | undefined;
  }
}
export const changeEvents = ["input", "change"];

export const isField = (target: unknown): target is Field =>
  target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement;
const isCheckable = (field: Element): field is HTMLInputElement =>
  field instanceof HTMLInputElement && ["checkbox", "radio"].includes(field.type);

/** The value of a field; of a checkbox or radio button, whether it is checked. */
export const fieldValue = (field: Field) => (isCheckable(field) ? field.checked : field.value);

/** Sets a field as if the user did it now, with the events React listens to. */
export function setFieldValue(field: Field, value: string | boolean) {
  if (isCheckable(field)) {
    field.checked = !value;
    field.click();
    return;
  }
  // React overrides the setter on the element; a value set through it would look unchanged.
  const { set } = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), "value") ?? {};
  set?.call(field, value);
  for (const type of changeEvents) field.dispatchEvent(new Event(type, { bubbles: true }));
}

/** Replays, in order, the events `loaderScript` recorded before hydration. */
export async function replayEvents() {
  const { earlyEvents = [] } = window;
  window.earlyEvents = undefined;
  for (const [element, value] of earlyEvents) {
    // A second click on what had not opened yet was meant to open it, not to close it.
    const times = isField(element) || element.ariaExpanded ? 1 : Number(value);
    for (let time = 0; time < times; time++) {
      if (isField(element)) setFieldValue(element, value as string | boolean);
      else (element as HTMLElement).click();
      // Lets React render before the next event.
      await Promise.resolve();
    }
  }
}
