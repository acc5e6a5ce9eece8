import { renderToStaticMarkup } from "react-dom/server";
import { type UseFormReturn, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { mergeTheirs, rebaseForm, restoreForm } from "./rebase-form.ts";

interface Fields {
  name: string;
  note: string;
  tags: number[];
}
const start: Fields = { name: "Chairs", note: "", tags: [1] };

function Form({ saved, onOpen }: { saved: Fields; onOpen: (form: UseFormReturn<Fields>) => void }) {
  const form = useForm<Fields>({ defaultValues: saved });
  void form.formState.defaultValues;
  onOpen(form);
  return null;
}

/** A form of the library, as its component has it until it is rendered again: `formState` is that of this render. */
function openForm(typed: Partial<Fields>, saved = start) {
  const opened: UseFormReturn<Fields>[] = [];
  renderToStaticMarkup(<Form saved={saved} onOpen={(form) => opened.push(form)} />);
  const form = opened[0] as UseFormReturn<Fields>;
  // Mounts the form, which rendering to a text doesn't.
  form.reset(saved);
  for (const [field, value] of Object.entries(typed))
    form.setValue(field as keyof Fields, value, { shouldDirty: true });
  return form;
}

/** What Discard leaves. */
function savedOf(form: UseFormReturn<Fields>) {
  form.reset();
  return form.getValues();
}

test("what is typed while a form is sent stays, over what was saved", () => {
  const form = openForm({ name: " Seats " });
  const sent = { ...form.getValues() };
  form.setValue("note", "typed meanwhile");
  form.setValue("tags", [1, 2]);
  rebaseForm(form, { ...start, name: "Seats" }, sent);
  expect(form.getValues()).toEqual({ name: "Seats", note: "typed meanwhile", tags: [1, 2] });
  rebaseForm(form, { name: "Seats", note: "typed", tags: [1, 2] }, form.getValues());
  expect(form.getValues()).toEqual({ name: "Seats", note: "typed", tags: [1, 2] });
  rebaseForm(form, { ...start, name: "Seats" }, form.getValues());
  expect(savedOf(form)).toEqual({ ...start, name: "Seats" });
});

test("what somebody else saved is merged; only fields both edited are conflicts", () => {
  const form = openForm({ name: "Seats", note: "mine" });
  expect(mergeTheirs(form, start, { name: "Stools", note: "", tags: [7] })).toEqual([
    { field: "name", theirs: "Stools" },
  ]);
  expect(form.getValues()).toEqual({ name: "Seats", note: "mine", tags: [7] });
  expect(savedOf(form)).toEqual({ name: "Stools", note: "", tags: [7] });
});

test("what was typed before the session ended is restored", () => {
  const form = openForm({});
  expect(restoreForm(form, start, { name: "Seats" })).toBeUndefined();
  expect(form.getValues()).toEqual({ ...start, name: "Seats" });
  expect(savedOf(form)).toEqual(start);
});

test("a restored draft takes what somebody else has saved since, and says what both changed", () => {
  const form = openForm({});
  const base = { ...start, name: "Stools", note: "old", tags: [] };
  expect(restoreForm(form, base, { name: "Seats" })).toEqual([{ field: "name", theirs: "Chairs" }]);
  expect(form.getValues()).toEqual({ ...start, name: "Seats" });
  expect(savedOf(form)).toEqual(start);
});
