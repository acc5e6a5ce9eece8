import { useEffect, useRef } from "react";
import { Notice } from "#web/ui/notice.tsx";
import { sayCount } from "#words/say.ts";
import { fieldId } from "./details.ts";
import type { Wrong } from "./ordering.ts";

/** All mistakes in one place, each leading to its field. It takes the focus with each attempt, so that nobody has to look for it. */
export function Mistakes({ wrong, attempt }: { wrong: Wrong[]; attempt: number }) {
  const summary = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (attempt > 0) summary.current?.focus();
  }, [attempt]);
  if (wrong.length === 0) return null;
  return (
    <Notice
      ref={summary}
      tabIndex={-1}
      tone="danger"
      role="alert"
      title={sayCount("One thing needs a look", "{n} things need a look", wrong.length)}
    >
      <ul className="mt-1 grid gap-1">
        {wrong.map(({ field, message }) => (
          <li key={field}>
            <a
              href={`#${fieldId(field)}`}
              onClick={(event) => lead(event, field)}
              className="underline underline-offset-4"
            >
              {message}
            </a>
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function lead(event: { preventDefault: () => void }, field: Wrong["field"]) {
  const control = document.getElementById(fieldId(field));
  if (!control) return;
  event.preventDefault();
  control.focus();
}
