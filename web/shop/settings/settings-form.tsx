import { useQuery } from "@tanstack/react-query";
import type { ComponentType, ReactNode } from "react";
import type { FieldValues, Path, RegisterOptions } from "react-hook-form";
import type { AllSettings, SettingsGroup } from "#contract/shop/settings.ts";
import { browserClient, call, query } from "#web/api/call.ts";
import { settingsPages } from "#web/dashboard-paths.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Loaded, onlyFresh } from "#web/ui/feedback/loaded.tsx";
import { Loading } from "#web/ui/feedback/skeleton.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button, useReadOnly } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { PageForm } from "#web/ui/forms/page-form.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { type CallFormOptions, registerField } from "#web/ui/forms/use-call-form.ts";
import { PageHead } from "#web/ui/layout/page-head.tsx";

const titleOf = (group: SettingsGroup) => settingsPages[group === "email_templates" ? "email-templates" : group];

/** The page of a group of settings: loads them; editing starts from the current ones. */
export function settingsPage(group: SettingsGroup, Form: ComponentType<{ settings: AllSettings }>) {
  const title = titleOf(group);
  return function SettingsPage() {
    const result = onlyFresh(useQuery({ ...settingsQuery, staleTime: 0 }));
    return (
      <main className="min-w-0">
        <PageHead title={title} hidden />
        {!result.data && <h1 className="mb-5 text-2xl">{title}</h1>}
        <Loaded
          result={result}
          skeleton={<Loading label="Loading settings" looks={["h-64 rounded-lg", "h-48 rounded-lg"]} />}
        >
          {({ data }) => <Form settings={data} />}
        </Loaded>
      </main>
    );
  };
}

type FormProps<Fields extends FieldValues> = {
  intro?: ReactNode;
  /** What the settings are of, chosen above them. */
  choice?: ReactNode;
  /** What the settings look like, below them. */
  preview?: ReactNode;
  state: Omit<SettingsState<Fields>, "settings" | "field">;
  /** Something else is under way, such as an upload. */
  busy?: boolean;
  children: ReactNode;
};

/** The frame of a settings form. */
export function SettingsForm<Fields extends FieldValues>(props: FormProps<Fields>) {
  const { intro, choice, preview, state, busy = false, children } = props;
  const { title, form, save, discard, problem, edits, labels } = state;
  const { isDirty, isSubmitting } = form.formState;
  return (
    <PageForm
      label={title}
      form={form}
      save={save}
      busy={busy}
      onConflicts={edits.show}
      before={
        <>
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
            <Button type="submit" size="small" look="primary" busy={isSubmitting || busy}>
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

/** Why the page can't be changed, for staff on pages that only administrators change. */
export const AdministratorsOnly = () =>
  useReadOnly() ? <Banner>Only administrators can change these settings.</Banner> : null;

/** The hint and state of a field that the environment decides: `{...decidedBy(settings, "general.name")}`. */
export function decidedBy({ environment }: AllSettings, name: string): { disabled?: true; hint?: string } {
  const variable = environment[name];
  return variable ? { disabled: true, hint: `Set by ${variable} in the environment.` } : {};
}

const settingsQuery = query("GET /settings", {});

export type SettingsValues<Group extends SettingsGroup> = Omit<AllSettings[Group], "version">;

interface Options<Group extends SettingsGroup, Fields extends FieldValues> {
  group: Group;
  settings: AllSettings;
  toFields: (values: SettingsValues<Group>) => Fields;
  /** The body of the call, without the version. */
  toBody: (fields: Fields) => object;
  /** What each field is called where somebody else has changed it. */
  labels: Record<keyof Fields & string, string>;
  /** Fields of the form for those of the body that have another name: `{ "contact.email": "email" }`. */
  errorFields?: Record<string, Path<Fields>>;
  errorCodes?: CallFormOptions<Fields>["errorCodes"];
}

/** The form of a group of settings: saves it, and merges what somebody else has saved meanwhile. */
export function useSettingsForm<Group extends SettingsGroup, Fields extends FieldValues>({
  group,
  settings,
  toFields,
  toBody,
  labels,
  errorFields = {},
  errorCodes = {},
}: Options<Group, Fields>) {
  const fieldsOf = ({ version: _version, ...values }: AllSettings[Group]) => toFields(values);
  const names = Object.fromEntries(Object.keys(labels).map((name) => [name, name]));
  const { latest, ...state } = useVersionedForm<Fields, AllSettings[Group]>({
    start: fieldsOf(settings[group]),
    version: settings[group].version,
    toFields: fieldsOf,
    errorCodes,
    errorFields: { ...names, ...errorFields } as Record<string, Path<Fields>>,
    send: async (fields, version) => {
      const body = { ...toBody(fields), version };
      // The groups' calls differ in their bodies only.
      const { data } = await call(`PUT /settings/${group}` as "PUT /settings/general", { body: body as never });
      browserClient().setQueryData(settingsQuery.queryKey, { data });
      // Any screen may show what depends on them, such as amounts in the shop's currency.
      void browserClient().invalidateQueries({
        predicate: ({ queryKey: [route] }) => route !== settingsQuery.queryKey[0],
      });
      toastDone(data, "Settings saved");
      return data[group];
    },
  });
  /** What a field of the design system gets: label, value and error. */
  const field = <Name extends Path<Fields> & keyof Fields & string>(
    name: Name,
    rules?: RegisterOptions<Fields, Name>,
  ) => ({ label: labels[name], ...registerField(state.form, name, rules) });
  const current: AllSettings = { ...settings, ...(latest && { [group]: latest }) };
  return { ...state, field, title: titleOf(group), labels, settings: current };
}

/** What the parts of a settings form get of it. */
export type SettingsState<Fields extends FieldValues> = ReturnType<typeof useSettingsForm<SettingsGroup, Fields>>;
