import type { ReactNode } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";

type Props = {
  label: string;
  hint?: ReactNode;
  placeholder?: string;
  error: string | undefined;
  /** Whether there is one on the server. It is never sent back. */
  isSaved: boolean;
  /** What was typed; undefined leaves the saved one, null removes it. */
  value: string | null | undefined;
  onChange: (value: string | null | undefined) => void;
};

/** A key or password that can be replaced or removed, but not read. */
export function SecretField({ label, hint, placeholder, error, isSaved, value, onChange }: Props) {
  const isRemoved = value === null;
  return (
    <div className="grid gap-2">
      <TextField
        label={label}
        type="password"
        autoComplete="new-password"
        spellCheck={false}
        placeholder={isSaved && !isRemoved ? "•••••••••••• (saved)" : placeholder}
        hint={
          <>
            {isRemoved ? "It is removed when you save. " : isSaved ? "Saved. Enter a new one to replace it. " : ""}
            {hint}
          </>
        }
        error={error}
        value={value ?? ""}
        onChange={({ target }) => onChange(target.value === "" ? undefined : target.value)}
      />
      {isSaved && (
        <Button look="link" className="w-fit text-sm" onClick={() => onChange(isRemoved ? undefined : null)}>
          {isRemoved ? "Undo" : "Remove"} <span className="sr-only">{label}</span>
        </Button>
      )}
    </div>
  );
}

/** The value of a key or password in a request. */
export const secretBody = (value: string | null | undefined) => (value === null ? null : value?.trim() || undefined);
