import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import type { FieldValues } from "react-hook-form";
import type { AllSettings, SettingsGroup } from "#contract/shop/settings.ts";
import { CardsSkeleton } from "#web/ui/admin/record-page.tsx";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ConcurrentEdits } from "#web/ui/forms/concurrent-edits.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { PageForm } from "#web/ui/forms/page-form.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { settingsQuery, type useSettingsForm } from "./use-settings-form.ts";

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
            <CardsSkeleton label="Loading settings" heights={["h-64", "h-48"]} />
          )}
        </>
      )}
    </main>
  );
}

type FormProps<Fields extends FieldValues> = {
  title: string;
  intro?: ReactNode;
  /** What the settings are of, chosen above them. */
  choice?: ReactNode;
  /** What the settings look like, below them. */
  preview?: ReactNode;
  state: Omit<ReturnType<typeof useSettingsForm<SettingsGroup, Fields>>, "settings">;
  children: ReactNode;
};

/** The frame of a settings form. */
export function SettingsForm<Fields extends FieldValues>(props: FormProps<Fields>) {
  const { title, intro, choice, preview, state, children } = props;
  const { form, save, discard, problem, edits, labels } = state;
  const { isDirty, isSubmitting } = form.formState;
  return (
    <PageForm
      label={title}
      form={form}
      save={save}
      before={
        <>
          {" "}
          <header className="grid gap-1">
            <h1 className="text-2xl">{title}</h1>
            {intro && <p className="max-w-prose text-sm text-muted">{intro}</p>}
          </header>
          {choice}
        </>
      }
      after={
        <>
          {preview}
          <div
            className={
              "sticky bottom-0 z-5 -mx-4 flex min-h-16 items-center justify-end gap-3 border-t border-hairline " +
              "bg-page px-4 py-3 md:-mx-6 md:px-6 lg:mx-0 lg:px-0"
            }
          >
            <span role="status" className="me-auto text-sm text-muted">
              {isDirty ? "Unsaved changes" : ""}
            </span>
            {isDirty && (
              <Button size="small" onClick={discard}>
                Discard
              </Button>
            )}
            <Button type="submit" size="small" look="primary" busy={isSubmitting}>
              Save
            </Button>
          </div>
        </>
      }
    >
      <FormProblem title="Couldn't save settings" problem={problem} />
      <ConcurrentEdits what="these settings" edits={edits} labels={labels} />
      {children}
    </PageForm>
  );
}

/** The hint and state of a field that the environment decides: `{...decidedBy(settings, "general.name")}`. */
export function decidedBy({ environment }: AllSettings, name: string): { disabled?: true; hint?: string } {
  const variable = environment[name];
  return variable ? { disabled: true, hint: `Set by ${variable} in the environment.` } : {};
}
