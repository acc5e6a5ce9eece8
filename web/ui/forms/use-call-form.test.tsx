import { renderToStaticMarkup } from "react-dom/server";
import { type UseFormReturn, useForm } from "react-hook-form";
import { expect, test } from "vitest";
import { CallProblem, userChanged } from "#web/api/call-problem.ts";
import { onToast } from "#web/ui/feedback/toast-store.ts";
import { registerToggle, useCallForm } from "./use-call-form.ts";

type Props = { problem: Error; onProblem: (problem: Error) => void; onOpen: (save: () => Promise<void>) => void };

function Form({ problem, onProblem, onOpen }: Props) {
  const send = () => Promise.reject(problem);
  onOpen(useCallForm({ start: { code: "" }, errorFields: ["code"], send, onProblem }).save);
  return null;
}

/** Sends a form that is not on screen, and returns the toasts shown for it. */
async function sendWithoutForm(problem: Error) {
  const handled: Error[] = [];
  const saves: (() => Promise<void>)[] = [];
  const onProblem = (problem: Error) => handled.push(problem);
  renderToStaticMarkup(<Form problem={problem} onProblem={onProblem} onOpen={(save) => saves.push(save)} />);
  // What other tests of this worker have left waiting for somebody to show it.
  onToast(() => undefined)();
  const toasts: string[] = [];
  const stop = onToast(({ title }) => toasts.push(title));
  await saves[0]?.().finally(stop);
  expect(handled).toEqual([]);
  return toasts;
}

test("a failure that arrives when the form is gone is shown in a toast", async () => {
  const lost = new CallProblem(409, { code: "stale", message: "Someone else has changed it." });
  expect(await sendWithoutForm(lost)).toEqual(["Someone else has changed it."]);
  expect(await sendWithoutForm(new TypeError("secret"))).toEqual(["Something went wrong. Please try again."]);
});

test("what the user before has sent is not reported to the next", async () => {
  expect(await sendWithoutForm(userChanged())).toEqual([]);
});

interface Limit {
  has_limit: boolean;
  limit: string;
}

function LimitForm({ onOpen }: { onOpen: (form: UseFormReturn<Limit>) => void }) {
  onOpen(useForm<Limit>({ defaultValues: { has_limit: true, limit: "500.00" } }));
  return null;
}

// It would be saved as no limit, unchecked, and orders of any amount would need no sign-in.
test("an amount that can't be read is as saved again once its field is hidden", async () => {
  let form: UseFormReturn<Limit> | undefined;
  renderToStaticMarkup(<LimitForm onOpen={(opened) => (form = opened)} />);
  const { register, getValues, reset } = form as UseFormReturn<Limit>;
  // Mounts the form, which rendering to a text doesn't.
  reset();
  register("limit");
  const toggle = registerToggle(form as UseFormReturn<Limit>, "has_limit", ["limit"]);
  const turn = (checked: boolean) =>
    toggle.onChange({ type: "change", target: { name: "has_limit", type: "checkbox", checked } });
  form?.setValue("limit", "600");
  await turn(true);
  expect(getValues("limit")).toBe("600");
  form?.setValue("limit", "5oo");
  await turn(false);
  expect(getValues("limit")).toBe("500.00");
});
