import { useEffect, useId, useRef, useState } from "react";
import { useController } from "react-hook-form";
import { useProductForm } from "#web/catalogue/editor/editor-context.ts";
import { FieldError } from "#web/ui/field.tsx";
import { TextAreaField } from "#web/ui/text-area-field.tsx";
import { cleanHtml } from "./clean-html.ts";
import { TextTools, writePlainly } from "./text-toolbar.tsx";

/** The words about the product, written as they will look, or as HTML for those who prefer it. */
export function DescriptionField() {
  const { control } = useProductForm();
  const { field, fieldState } = useController({ control, name: "description_html" });
  const [isSource, setSource] = useState(false);
  const label = useId();
  const written = useRef<HTMLDivElement>(null);
  return (
    <div className="grid min-w-0 gap-1.5">
      <span id={label} className="text-sm font-medium">
        Description <span className="font-normal text-muted">(optional)</span>
      </span>
      <div className="overflow-hidden rounded border border-control bg-surface focus-within:border-ink">
        <TextTools written={written} isSource={isSource} onSource={setSource} />
        {isSource ? (
          <TextAreaField
            label="Description as HTML"
            labelHidden
            rows={8}
            spellCheck={false}
            className="p-2 font-mono"
            {...field}
          />
        ) : (
          <Written label={label} written={written} html={field.value} onChange={field.onChange} onBlur={field.onBlur} />
        )}
      </div>
      {fieldState.error?.message && <FieldError id={`${label}-error`}>{fieldState.error.message}</FieldError>}
    </div>
  );
}

type WrittenProps = {
  label: string;
  written: React.RefObject<HTMLDivElement | null>;
  html: string;
  onChange: (html: string) => void;
  onBlur: () => void;
};

function Written({ label, written, html, onChange, onBlur }: WrittenProps) {
  const shown = useRef<string>(undefined);
  useEffect(() => {
    // What is typed here is here already; what comes from elsewhere (another version of the product) is put in.
    if (shown.current === html || !written.current) return;
    shown.current = html;
    fill(written.current, cleanHtml(html));
  }, [html, written]);
  const tell = () => {
    const now = cleanHtml(written.current?.innerHTML ?? "");
    shown.current = /^(<p>|<br>|<\/p>|\s)*$/.test(now) ? "" : now;
    onChange(shown.current);
  };
  return (
    <div
      ref={written}
      role="textbox"
      aria-multiline="true"
      aria-labelledby={label}
      contentEditable
      suppressContentEditableWarning
      tabIndex={0}
      dir="auto"
      className={prose}
      onKeyDown={writePlainly}
      onInput={tell}
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
