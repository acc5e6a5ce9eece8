import { useEffect, useRef } from "react";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { say, sayCount } from "#words/say.ts";
import type { FieldProblem } from "./use-place-order-form.ts";
import { fieldId } from "./validate-details.ts";

/** All invalid fields with links to them; focused after each attempt. */
export function ErrorSummary({ problems, attempt }: { problems: FieldProblem[]; attempt: number }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  if (problems.length === 0) return null;
  return (
    <Banner
      ref={summary}
      tabIndex={-1}
      tone="danger"
      role="alert"
      title={sayCount("Check this field", "Check these {n} fields", problems.length)}
    >
      <ul className="mt-1 grid gap-1">
        {problems.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => focusField(event, field)}
              className="underline underline-offset-4"
            >
              {field.startsWith("billing.") ? say("Billing address: {message}", { message }) : message}
            </a>
          </li>
        ))}
      </ul>
    </Banner>
  );
}

function focusField(event: { preventDefault: () => void }, field: FieldProblem["field"]) {
  const control = document.getElementById(fieldId(field));
  if (!control) return;
  event.preventDefault();
  control.focus();
}
