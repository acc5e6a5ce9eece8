import { type ComponentProps, useEffect, useRef, useState } from "react";
import { hasLongYear, leftOutText } from "#web/ui/text/shop-time.ts";
import { TextField } from "./field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "type"> & { withTime?: boolean };

/**
 * A date, or a date and time. An incomplete one is an error at the field and isn't sent: browsers report its value as
 * empty, so no form would notice. Neither is a year of five digits, which no server takes. It says which time is used
 * instead of one that the clocks skip.
 */
export function DateField({ withTime = false, error, hint, max, ...field }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState<keyof typeof problems>();
  const [skipped, setSkipped] = useState<string>();
  useEffect(() => {
    const input = place.current?.querySelector("input");
    const form = input?.form;
    if (!input) return;
    const check = () => {
      const found = input.validity.badInput ? "incomplete" : hasLongYear(input.value) ? "year" : undefined;
      setProblem(found);
      setSkipped(input.type === "datetime-local" ? leftOutText(input.value) : undefined);
      return found !== undefined;
    };
    // Before the form's own listener, which is at the root.
    const onSubmit = (event: SubmitEvent) => {
      if (!check()) return;
      event.preventDefault();
      event.stopPropagation();
      input.focus();
    };
    // Empties the field without an event at it.
    const onReset = () => setTimeout(check);
    input.addEventListener("blur", check);
    input.addEventListener("input", check);
    form?.addEventListener("submit", onSubmit);
    form?.addEventListener("reset", onReset);
    return () => {
      input.removeEventListener("blur", check);
      input.removeEventListener("input", check);
      form?.removeEventListener("submit", onSubmit);
      form?.removeEventListener("reset", onReset);
    };
  }, []);
  const problems = {
    incomplete: withTime ? "Enter a date and a time." : "Enter a complete date.",
    year: "Enter a year of four digits.",
  };
  return (
    <div ref={place} className="contents">
      <TextField
        {...field}
        // Browsers offer six digits for the year without it.
        max={max ?? (withTime ? "9999-12-31T23:59" : "9999-12-31")}
        type={withTime ? "datetime-local" : "date"}
        hint={skipped ?? hint}
        error={problem ? problems[problem] : error}
      />
    </div>
  );
}
