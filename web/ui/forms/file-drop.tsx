import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { classes } from "#web/ui/layout/classes.ts";
import { Button } from "./button.tsx";
import { FieldError } from "./field.tsx";

type Props = {
  /** What is given here: "Picture"; the name of the file field. */
  label: string;
  /** The words of the button: "Choose a file". */
  action: string;
  hint?: ReactNode;
  error?: ReactNode;
  /** As of `input`. */
  accept: string;
  onFile: (file: File) => void;
  disabled?: boolean;
  className?: string;
  /** Above the words: an icon or what was chosen. */
  children?: ReactNode;
};

/** A place to drop a file on, with a button that asks for one. */
export function FileDrop({ label, action, hint, error, accept, onFile, disabled, className, children }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !disabled) onFile(file);
  };
  const { isOver, target } = useDropTarget(take);
  return (
    <div className={classes("grid gap-1.5", className)}>
      <fieldset
        aria-label={label}
        {...target}
        className={classes(
          "grid min-w-0 justify-items-center gap-3 rounded-lg border border-dashed px-4 py-8 text-center transition-colors",
          isOver ? "border-accent bg-accent-soft" : error ? "border-danger bg-danger-soft" : "border-control",
        )}
      >
        {children}
        <Button size="small" disabled={disabled} onClick={() => input.current?.click()} aria-describedby={`${id}-hint`}>
          {action}
        </Button>
        <input
          ref={input}
          type="file"
          aria-label={label}
          aria-invalid={error ? true : undefined}
          aria-describedby={error ? `${id}-error` : undefined}
          accept={accept}
          disabled={disabled}
          tabIndex={-1}
          className="sr-only"
          onChange={({ currentTarget }) => {
            take(currentTarget.files);
            // The same file, mended, may be chosen again.
            currentTarget.value = "";
          }}
        />
        {hint && (
          <p id={`${id}-hint`} className="max-w-prose text-sm text-muted">
            {hint}
          </p>
        )}
      </fieldset>
      {error && (
        <div role="alert">
          <FieldError id={`${id}-error`}>{error}</FieldError>
        </div>
      )}
    </div>
  );
}

/** Hears files being dragged over an element and dropped on it. */
function useDropTarget(take: (files: FileList) => void) {
  // Entering a part of it comes before leaving the part that was over before.
  const [over, setOver] = useState(0);
  const onDrag = (by: number) => (event: DragEvent) => {
    event.preventDefault();
    setOver((now) => Math.max(0, now + by));
  };
  const target = {
    onDragEnter: onDrag(1),
    onDragLeave: onDrag(-1),
    onDragOver: onDrag(0),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(0);
      take(event.dataTransfer.files);
    },
  };
  return { isOver: over > 0, target };
}
