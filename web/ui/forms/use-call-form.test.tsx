import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { CallProblem, userChanged } from "#web/api/call-problem.ts";
import { onToast } from "#web/ui/feedback/toast-store.ts";
import { useCallForm } from "./use-call-form.ts";

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
