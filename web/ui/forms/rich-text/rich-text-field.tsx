import { Suspense, useId } from "react";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { FieldError } from "#web/ui/forms/fields/field.tsx";

type Props = {
  label: string;
  /** HTML. */
  value: string;
  error: string | undefined;
  onChange: (html: string) => void;
  onBlur?: () => void;
};

// The editor's library is only loaded where a text is edited.
const RichTextEditor = lazyComponent(() => import("./rich-text-editor.tsx").then((part) => part.RichTextEditor));

/** An optional text as rich text, or as HTML source. */
export function RichTextField({ label: name, value, error, onChange, onBlur = () => undefined }: Props) {
  const id = useId();
  const errorId = `${id}-error`;
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={id} className="text-sm font-medium">
        {name} <span className="font-normal text-muted">(optional)</span>
      </span>
      <div className="overflow-hidden rounded border border-control bg-surface focus-within:border-ink">
        <Suspense fallback={<Skeleton className="h-52" />}>
          <RichTextEditor
            name={name}
            labelId={id}
            errorId={error ? errorId : undefined}
            html={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        </Suspense>
      </div>
      {error && <FieldError id={errorId}>{error}</FieldError>}
    </div>
  );
}
