import { CircleAlert } from "lucide-react";
import { type ReactNode, useId } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

export type FieldText = {
  label: ReactNode;
  /** Keeps the label for screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  /** What is wrong with what was entered; shown in red and tied to the control. */
  error?: ReactNode;
  /** The id of a mistake that is said elsewhere, as of several fields at once. */
  describedBy?: string | undefined;
};

/** What a control must carry so that its label, hint and error belong to it. */
export type ControlProps = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

type Props = FieldText & {
  id?: string;
  /** Says "optional" beside the label. Fields without it are taken to be required. */
  optional?: boolean;
  className?: string;
  children: (wiring: ControlProps) => ReactNode;
};

/** A label over a control, with its hint and its error under it. */
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
  const made = useId();
  const id = given.id ?? made;
  const described = [hint ? `${id}-hint` : "", error ? `${id}-error` : "", describedBy].filter(Boolean).join(" ");
  return (
    <div className={classes("grid min-w-0 content-start gap-1.5", className)}>
      <label htmlFor={id} className={labelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
        {optional && <span className="font-normal text-muted"> ({say("optional")})</span>}
      </label>
      {children({
        id,
        "aria-describedby": described || undefined,
        "aria-invalid": error || describedBy ? true : undefined,
      })}
      {hint && (
        <p id={`${id}-hint`} className="text-sm text-muted">
          {hint}
        </p>
      )}
      {error && <FieldError id={`${id}-error`}>{error}</FieldError>}
    </div>
  );
}

/** The red line under a control. What a form keeps as a rule, made before the language was known, is said here. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
    <CircleAlert className="mt-0.5 size-4 shrink-0" aria-hidden="true" />
    <span>{typeof children === "string" ? say(children) : children}</span>
  </p>
);

/** The frame shared by all that is typed into or chosen from. 16 px text, so that a phone does not zoom in on focus. */
export const controlLook = "control";
