import { ChevronDown, CircleAlert } from "lucide-react";
import { type ComponentProps, type ReactNode, useId } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { say } from "#words/say.ts";

type FieldProps = {
  id?: string | undefined;
  label: ReactNode;
  /** For screen readers only. */
  labelHidden?: boolean;
  hint?: ReactNode;
  error?: ReactNode;
  /** Id of an error shown elsewhere, such as one of several fields. */
  describedBy?: string | undefined;
  /** Marked as optional; other fields are required. */
  optional?: boolean | undefined;
  className?: string | undefined;
};

/** Props that connect a control with its label, hint and error. */
type ControlProps = { id: string; "aria-describedby": string | undefined; "aria-invalid": true | undefined };

type Props = FieldProps & { children: (control: ControlProps) => ReactNode };

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

/** The props of a field and those of its control. */
function splitProps<Given extends FieldProps>(given: Given) {
  const { id, label, labelHidden, hint, error, describedBy, optional, className, ...control } = given;
  return [{ id, label, labelHidden, hint, error, describedBy, optional, className }, control] as const;
}

/** An error below a control; texts are translated here, as rules may be created before the language is known. */
export const FieldError = ({ id, children }: { id: string; children: ReactNode }) => (
  <p id={id} className="flex items-start gap-1.5 text-sm text-danger">
    <CircleAlert className="mt-0.5 size-4 shrink-0" />
    <span>{typeof children === "string" ? say(children) : children}</span>
  </p>
);

/** The class of inputs, selects and textareas. */
export const controlClass = "control";

type TextFieldProps = ComponentProps<"input"> &
  FieldProps & {
    /** Inside the field, before the text. */
    before?: ReactNode;
    /** Inside the field, after the text. */
    after?: ReactNode;
    /** A currency or a percent sign, inside the field after the text. */
    unit?: string;
  };

/** An input with label, hint and error; other props go to the input. `className` is that of the whole field. */
export function TextField({
  before,
  unit,
  after = unit && <span className="pe-3 text-sm">{unit}</span>,
  ...props
}: TextFieldProps) {
  const [field, input] = splitProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <input
            dir={directionOf(input.type)}
            autoComplete="off"
            {...input}
            {...control}
            className={classes(controlClass, "h-11", Boolean(before) && "ps-10", Boolean(after) && "pe-12")}
          />
          {before && <span className={classes(inside, "pointer-events-none start-0 ps-3.5")}>{before}</span>}
          {after && <span className={classes(inside, "end-0 pe-1")}>{after}</span>}
        </span>
      )}
    </Field>
  );
}

/** Emails and phone numbers run from left to right in every language, other text as it is written. */
const directionOf = (type = "text") => (type === "text" ? "auto" : /^(email|tel)$/.test(type) ? "ltr" : undefined);

const inside = "absolute inset-y-0 flex items-center text-muted [&_svg]:size-4.5";

/** A textarea that grows with its text, which gets the other props. */
export function TextAreaField(props: ComponentProps<"textarea"> & FieldProps) {
  const [field, area] = splitProps(props);
  return (
    <Field {...field}>
      {(control) => (
        <textarea
          rows={4}
          dir="auto"
          {...area}
          {...control}
          className={classes(controlClass, "field-sizing-content min-h-24 py-2.5")}
        />
      )}
    </Field>
  );
}

type Option = readonly [value: string | number, label: ReactNode];

type SelectFieldProps = Omit<ComponentProps<"select">, "size"> &
  FieldProps & {
    size?: "small" | "medium";
    /** The label of the empty option, which comes first. */
    placeholder?: string | undefined;
    /** The labels by value, or pairs of both. */
    options?: Readonly<Record<string, string>> | readonly Option[];
  };

/** A native select; options that neither `placeholder` nor `options` can say are children. */
export function SelectField({ size, placeholder, options = [], children, ...props }: SelectFieldProps) {
  const [field, select] = splitProps(props);
  const height = size === "small" ? "h-9 text-sm" : "h-11";
  const pairs: readonly Option[] = Array.isArray(options) ? options : Object.entries(options);
  return (
    <Field {...field}>
      {(control) => (
        <span className="relative block">
          <select {...select} {...control} className={classes(controlClass, height, "appearance-none pe-10")}>
            {placeholder !== undefined && <option value="">{placeholder}</option>}
            {children}
            {pairs.map(([value, name]) => (
              <option key={value} value={value}>
                {name}
              </option>
            ))}
          </select>
          <ChevronDown className="pointer-events-none absolute inset-e-3 top-1/2 size-4.5 -translate-y-1/2 text-muted" />
        </span>
      )}
    </Field>
  );
}

type CheckboxProps = Omit<ComponentProps<"input">, "type" | "className"> & {
  label: ReactNode;
  labelHidden?: boolean;
  /** Some, but not all, of what it selects is selected. */
  some?: boolean;
};

/** A checkbox with its label; other props go to the input. */
export const Checkbox = ({ label, labelHidden, some = false, ...input }: CheckboxProps) => (
  <label
    className={classes("tick", labelHidden && "touch-target min-w-6 ps-0")}
    ref={(element) => {
      // There is no attribute for it.
      const box = element?.querySelector("input");
      if (box) box.indeterminate = some;
    }}
  >
    <input {...input} type="checkbox" />
    {labelHidden ? <span className="sr-only">{label}</span> : label}
  </label>
);
