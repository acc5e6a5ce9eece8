import { renderToStaticMarkup } from "react-dom/server";
import { type UseFormReturn, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { formDraft } from "./session-draft.ts";

interface Fields {
  carrier: string;
  tracking_number: string;
}

function Form({ saved, onOpen }: { saved: Fields; onOpen: (form: UseFormReturn<Fields>) => void }) {
  const form = useForm<Fields>({ defaultValues: saved });
  void form.formState.defaultValues;
  onOpen(form);
  return null;
}

/** A form of the library on what is saved. */
function openForm(saved: Fields) {
  const opened: UseFormReturn<Fields>[] = [];
  renderToStaticMarkup(<Form saved={saved} onOpen={(form) => opened.push(form)} />);
  const form = opened[0] as UseFormReturn<Fields>;
  // Mounts the form, which rendering to a text doesn't.
  form.reset(saved);
  return form;
}

const saved: Fields = { carrier: "DHL", tracking_number: "" };

/** The draft of a shipment of one unit, when the session ends. */
function draftOfShipment() {
  const form = openForm(saved);
  form.setValue("tracking_number", "00340", { shouldDirty: true });
  const choices = { isChanged: true, chosen: new Map([[7, 1]]), restore: () => undefined };
  return formDraft(form, { isUnsaved: true, choices }).getDraft();
}

test("a restored form has what was chosen beside its fields, such as the units of a shipment", () => {
  const draft = draftOfShipment();
  let units = new Map([[7, 3]]);
  const form = openForm(saved);
  const choices = { isChanged: false, chosen: units, restore: (chosen: typeof units) => (units = chosen) };
  formDraft(form, { isUnsaved: false, choices }).restore(draft as NonNullable<typeof draft>);
  expect(form.getValues()).toEqual({ carrier: "DHL", tracking_number: "00340" });
  expect(units).toEqual(new Map([[7, 1]]));
});

test("a restored form says what somebody else has changed meanwhile", () => {
  const draft = draftOfShipment();
  const form = openForm({ carrier: "UPS", tracking_number: "1Z" });
  const conflicts: unknown[] = [];
  const onConflicts = (found: unknown[]) => conflicts.push(...found);
  formDraft<Fields, Map<number, number>>(form, { isUnsaved: false, onConflicts }).restore(
    draft as NonNullable<typeof draft>,
  );
  expect(form.getValues()).toEqual({ carrier: "UPS", tracking_number: "00340" });
  expect(conflicts).toEqual([{ field: "tracking_number", theirs: "1Z" }]);
});

test("without unsaved changes there is no draft", () => {
  expect(formDraft(openForm(saved), { isUnsaved: false }).getDraft()).toBeUndefined();
});
