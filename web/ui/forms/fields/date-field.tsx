import { type ComponentProps, useEffect, useRef, useState } from "react";
import { leftOutText } from "#web/ui/text/shop-time.ts";
import { TextField } from "./field.tsx";

type Props = Omit<ComponentProps<typeof TextField>, "type"> & { withTime?: boolean };

/**
 * A date, or a date and time. An incomplete one is an error at the field and isn't sent: browsers report its value as
 * empty, so no form would notice. It says which time is used instead of one that the clocks skip.
 */
export function DateField({ withTime = false, error, hint, ...field }: Props) {
  const place = useRef<HTMLDivElement>(null);
  const [isIncomplete, setIncomplete] = useState(false);
  const [skipped, setSkipped] = useState<string>();
  useEffect(() => {
    const input = place.current?.querySelector("input");
    const form = input?.form;
    if (!input) return;
    const check = () => {
      setIncomplete(input.validity.badInput);
      setSkipped(input.type === "datetime-local" ? leftOutText(input.value) : undefined);
      return input.validity.badInput;
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
  const message = withTime ? "Enter a date and a time." : "Enter a complete date.";
  return (
    <div ref={place} className="contents">
      <TextField
        {...field}
        type={withTime ? "datetime-local" : "date"}
        hint={skipped ?? hint}
        error={isIncomplete ? message : error}
      />
    </div>
  );
}
