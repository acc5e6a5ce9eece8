import type { UseFormReturn } from "react-hook-form";
import { expect, test } from "vitest";
import { mergeTheirs, rebaseForm, restoreForm } from "./rebase-form.ts";

interface Fields {
  name: string;
  note: string;
  tags: number[];
}
const start: Fields = { name: "Chairs", note: "", tags: [1] };

/** A form of these values, as the library keeps it. */
function openForm(typed: Partial<Fields>) {
  const formState = { defaultValues: start };
  let values: Fields = { ...start, ...typed };
  const form = {
    formState,
    getValues: () => values,
    reset: (saved: Fields) => {
      formState.defaultValues = saved;
      values = saved;
    },
    setValue: (field: string, value: unknown) => {
      values = { ...values, [field]: value };
    },
  };
  return form as unknown as UseFormReturn<Fields>;
}

test("what is typed while a form is sent stays, over what was saved", () => {
  const form = openForm({ name: " Seats " });
  const sent = { ...form.getValues() };
  form.setValue("note", "typed meanwhile");
  form.setValue("tags", [1, 2]);
  rebaseForm(form, { ...start, name: "Seats" }, sent);
  expect(form.getValues()).toEqual({ name: "Seats", note: "typed meanwhile", tags: [1, 2] });
  expect(form.formState.defaultValues).toEqual({ ...start, name: "Seats" });
  rebaseForm(form, { name: "Seats", note: "typed", tags: [1, 2] }, form.getValues());
  expect(form.getValues()).toEqual({ name: "Seats", note: "typed", tags: [1, 2] });
});

test("what somebody else saved is merged; only fields both edited are conflicts", () => {
  const form = openForm({ name: "Seats", note: "mine" });
  expect(mergeTheirs(form, { name: "Stools", note: "", tags: [7] })).toEqual([{ field: "name", theirs: "Stools" }]);
  expect(form.getValues()).toEqual({ name: "Seats", note: "mine", tags: [7] });
  expect(form.formState.defaultValues).toEqual({ name: "Stools", note: "", tags: [7] });
});

test("what was typed before the session ended is restored, and merged with what somebody else has saved since", () => {
  const same = openForm({});
  expect(restoreForm(same, start, { name: "Seats" })).toBeUndefined();
  expect([same.getValues(), same.formState.defaultValues]).toEqual([{ ...start, name: "Seats" }, start]);
  const changed = openForm({});
  const base = { ...start, name: "Stools", tags: [] };
  expect(restoreForm(changed, base, { name: "Seats" })).toEqual([{ field: "name", theirs: "Chairs" }]);
  expect([changed.getValues(), changed.formState.defaultValues]).toEqual([{ ...start, name: "Seats" }, start]);
});
