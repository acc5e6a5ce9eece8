import { type DragEvent, type ReactNode, useId, useRef, useState } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { FieldError } from "./field.tsx";

type Props = {
  /** Accessible name: "Picture". */
  label: string;
  /** Label of the button: "Choose a file". */
  action: string;
  hint?: ReactNode;
  error?: ReactNode;
  accept: string;
  onFile: (file: File) => void;
  disabled?: boolean;
  /** Above the button: an icon or the chosen file. */
  children?: ReactNode;
};

/** A drop zone for a file, with a button that opens the file picker. */
export function FileDrop({ label, action, hint, error, accept, onFile, disabled, children }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: FileList | null) => {
    const [file] = files ?? [];
    if (file && !disabled) onFile(file);
  };
  const { isOver, target } = useDropTarget(take);
  return (
    <div className="grid gap-1.5">
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
            // So that the same file can be chosen again.
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

/** Event handlers of a drop zone, and whether files are dragged over it. */
function useDropTarget(onDrop: (files: FileList) => void) {
  // A counter, as entering a child comes before leaving the parent.
  const [depth, setDepth] = useState(0);
  const onDrag = (by: number) => (event: DragEvent) => {
    event.preventDefault();
    setDepth((now) => Math.max(0, now + by));
  };
  const target = {
    onDragEnter: onDrag(1),
    onDragLeave: onDrag(-1),
    onDragOver: onDrag(0),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setDepth(0);
      onDrop(event.dataTransfer.files);
    },
  };
  return { isOver: depth > 0, target };
}
