import { useEffect, useId, useRef, useState } from "react";
import { useReadOnly } from "#web/ui/forms/button.tsx";
import { FieldError, TextAreaField } from "#web/ui/forms/fields/field.tsx";
import { cleanHtml } from "./clean-html.ts";
import { enableSemanticMarkup, TextToolbar } from "./text-toolbar.tsx";

type Props = {
  label: string;
  /** HTML. */
  value: string;
  error: string | undefined;
  onChange: (html: string) => void;
  onBlur?: () => void;
};

/** An optional text as rich text, or as HTML source. */
export function RichTextField({ label: name, value, error, onChange, onBlur = () => undefined }: Props) {
  const [isSource, setSource] = useState(false);
  const label = useId();
  const editable = useRef<HTMLDivElement>(null);
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={label} className="text-sm font-medium">
        {name} <span className="font-normal text-muted">(optional)</span>
      </span>
      <div className="overflow-hidden rounded border border-control bg-surface focus-within:border-ink">
        <TextToolbar editable={editable} isSource={isSource} onSource={setSource} />
        {isSource ? (
          <TextAreaField
            label={`${name} (HTML)`}
            labelHidden
            rows={8}
            spellCheck={false}
            className="p-2 font-mono"
            value={value}
            onChange={({ target }) => onChange(target.value)}
            onBlur={onBlur}
          />
        ) : (
          <RichTextArea
            label={label}
            errorId={error ? `${label}-error` : undefined}
            editable={editable}
            html={value}
            onChange={onChange}
            onBlur={onBlur}
          />
        )}
      </div>
      {error && <FieldError id={`${label}-error`}>{error}</FieldError>}
    </div>
  );
}

type RichTextProps = {
  label: string;
  errorId: string | undefined;
  editable: React.RefObject<HTMLDivElement | null>;
  html: string;
  onChange: (html: string) => void;
  onBlur: () => void;
};

function RichTextArea({ label, errorId, editable, html, onChange, onBlur }: RichTextProps) {
  const isReadOnly = useReadOnly();
  const lastHtml = useRef<string>(undefined);
  useEffect(() => {
    // Only values from elsewhere (another version of the product) are written into the element.
    if (lastHtml.current === html || !editable.current) return;
    lastHtml.current = html;
    fill(editable.current, cleanHtml(html));
  }, [html, editable]);
  const emitChange = () => {
    const now = cleanHtml(editable.current?.innerHTML ?? "");
    lastHtml.current = /^(<p>|<br>|<\/p>|\s)*$/.test(now) ? "" : now;
    onChange(lastHtml.current);
  };
  return (
    <div
      ref={editable}
      role="textbox"
      aria-multiline="true"
      aria-labelledby={label}
      aria-invalid={errorId ? true : undefined}
      aria-describedby={errorId}
      contentEditable={!isReadOnly}
      suppressContentEditableWarning
      tabIndex={0}
      dir="auto"
      className={prose}
      onKeyDown={enableSemanticMarkup}
      onInput={emitChange}
      onBlur={onBlur}
      onPaste={(event) => {
        const copied = event.clipboardData.getData("text/html");
        if (!copied) return;
        event.preventDefault();
        document.execCommand("insertHTML", false, cleanHtml(copied));
      }}
    />
  );
}

const fill = (element: HTMLElement, html: string) => {
  element.innerHTML = html;
};

const prose =
  "grid min-h-40 max-h-[60dvh] content-start gap-4 overflow-y-auto p-3.5 leading-relaxed focus-visible:-outline-offset-2 " +
  "[&_a]:text-link [&_a]:underline [&_a]:underline-offset-4 [&_h2]:text-xl [&_h3]:text-lg [&_li]:ms-5 [&_ol]:list-decimal [&_ul]:list-disc";
