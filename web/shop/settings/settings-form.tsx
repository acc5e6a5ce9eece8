import { useQuery } from "@tanstack/react-query";
import { type KeyboardEvent, type ReactNode, useCallback } from "react";
import type { AllSettings } from "#contract/settings.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved-changes.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { type SettingsFormState, settingsQuery } from "./use-settings-form.ts";

type PageProps = { title: string; children: (settings: AllSettings) => ReactNode };

/** Loads the settings for a page of them; editing starts from the current ones. */
export function LoadedSettings({ title, children }: PageProps) {
  const { data, error, refetch, isFetchedAfterMount } = useQuery({ ...settingsQuery, staleTime: 0 });
  return (
    <main className="min-w-0">
      <PageHead title={title} hidden />
      {data && isFetchedAfterMount ? (
        children(data.data)
      ) : (
        <>
          <h1 className="mb-5 text-2xl">{title}</h1>
          {error ? (
            <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
          ) : (
            <div role="status" className="grid gap-5">
              <span className="sr-only">Loading settings</span>
              <Skeleton className="h-64 rounded-lg" />
              <Skeleton className="h-48 rounded-lg" />
            </div>
          )}
        </>
      )}
    </main>
  );
}

type FormProps = { title: string; intro?: ReactNode; state: SettingsFormState; children: ReactNode };

/** The frame of a settings form. Leaving with unsaved changes asks first; Ctrl+S saves. */
export function SettingsForm({ title, intro, state, children }: FormProps) {
  const { isDirty, isBusy, save, discard } = state;
  useUnsavedChangesGuard(useCallback(() => isDirty, [isDirty]));
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "s" || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    if (!isBusy) void save();
  };
  return (
    <form noValidate aria-label={title} className="grid gap-5" onSubmit={save} onKeyDown={onKeyDown}>
      <header className="grid gap-1">
        <h1 className="text-2xl">{title}</h1>
        {intro && <p className="max-w-prose text-sm text-muted">{intro}</p>}
      </header>
      <SaveProblems state={state} />
      {children}
      <div className="sticky bottom-0 z-5 -mx-4 flex min-h-16 items-center justify-end gap-3 border-t border-hairline bg-page px-4 py-3 md:-mx-6 md:px-6 lg:mx-0 lg:px-0">
        <span role="status" className="me-auto text-sm text-muted">
          {isDirty ? "Unsaved changes" : ""}
        </span>
        {isDirty && (
          <Button size="small" onClick={discard}>
            Discard
          </Button>
        )}
        <Button type="submit" size="small" look="primary" busy={isBusy}>
          Save
        </Button>
      </div>
    </form>
  );
}

/** Why the settings were not saved, and the fields somebody else changed meanwhile. */
function SaveProblems({ state: { problem, conflicts, takeTheirs } }: { state: SettingsFormState }) {
  return (
    <div role="alert" className="grid gap-3 empty:hidden">
      {problem && (
        <Banner tone="danger" title="Couldn't save settings">
          {problem}
        </Banner>
      )}
      {conflicts && (
        <Banner tone="warning" title="Someone else has changed these settings">
          <p>
            Fields you didn't edit show the latest version.{" "}
            {conflicts.length > 0
              ? "You both changed the fields below. Save to keep your changes, or use theirs."
              : "Your changes are still here. Review them, then save again."}
          </p>
          {conflicts.length > 0 && (
            <ul className="mt-2 grid gap-2">
              {conflicts.map(({ field, label, theirs }) => (
                <li key={field} className="flex flex-wrap items-center gap-x-3 gap-y-1">
                  <span className="min-w-0 break-words">
                    {label}: <strong>{theirs}</strong>
                  </span>
                  <Button size="small" onClick={() => takeTheirs(field)}>
                    Use theirs <span className="sr-only">for {label}</span>
                  </Button>
                </li>
              ))}
            </ul>
          )}
        </Banner>
      )}
    </div>
  );
}

/** The hint and state of a field that the environment decides: `{...decidedBy(settings, "general.name")}`. */
export function decidedBy({ environment }: AllSettings, name: string): { disabled?: true; hint?: string } {
  const variable = environment[name];
  return variable ? { disabled: true, hint: `Set by ${variable} in the environment.` } : {};
}
