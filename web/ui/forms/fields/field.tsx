import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

export type FieldText = {
  label: ReactNode;
  /** For screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Id of an error shown elsewhere, such as one of several fields. */
  describedBy?: string | undefined;
};

/** Props that connect a control with its label, hint and error. */
export type ControlProps = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

type Props = FieldText & {
  id?: string;
  /** Marked as optional; other fields are required. */
  optional?: boolean;
  className?: string;
  children: (control: ControlProps) => ReactNode;
};

/** A control with its label, hint and error. */
export function Field({
  label,
  labelHidden,
  hint,
  error,
  describedBy,
  optional,
  className,
  children,
  ...given
}: Props) {
  const generated = useId();
  const id = given.id ?? generated;
  // Rules may have been created before the language was known.
  const message = typeof error === "string" ? say(error) : error;
  const described = [hint && hint !== message ? `${id}-hint` : "", error ? `${id}-error` : "", describedBy]
    .filter(Boolean)
    .join(" ");
  return (
    <div className={classes("grid min-w-0 grid-cols-1 content-start gap-1.5", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
        {optional && <span className="font-normal text-muted"> ({say("optional")})</span>}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error || describedBy ? true : undefined,
      })}
      {hint && hint !== message && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{message}</FieldError>}
    </div>
  );
}

/** An error below a control; texts are translated here, as rules may be created before the language is known. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
    <CircleAlert className="mt-0.5 size-4 shrink-0" />
    <span>{typeof children === "string" ? say(children) : children}</span>
  </p>
);

/** The class of inputs, selects and textareas. */
export const controlLook = "control";
