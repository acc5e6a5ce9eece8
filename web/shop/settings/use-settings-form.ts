import { useQueryClient } from "@tanstack/react-query";
import type { FieldValues, Path } from "react-hook-form";
import type { AllSettings, SettingsGroup } from "#contract/shop/settings.ts";
import { call, invalidateRoutes, query } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { useVersionedForm } from "#web/ui/forms/use-versioned-form.ts";

export const settingsQuery = query("GET /settings", {});

interface Options<Group extends SettingsGroup, Fields extends FieldValues> {
  group: Group;
  settings: AllSettings;
  toFields: (values: AllSettings[Group]) => Fields;
  /** The body of the call, without the version. */
  toBody: (fields: Fields) => object;
  /** What each field is called where somebody else has changed it. */
  labels: Record<keyof Fields & string, string>;
  /** Fields of the form for those of the body that have another name: `{ "contact.email": "email" }`. */
  errorFields?: Record<string, keyof Fields & string>;
}

/** The form of a group of settings: saves it, and merges what somebody else has saved meanwhile. */
export function useSettingsForm<Group extends SettingsGroup, Fields extends FieldValues>({
  group,
  settings,
  toFields,
  toBody,
  labels,
  errorFields = {},
}: Options<Group, Fields>) {
  const client = useQueryClient();
  const names = Object.fromEntries(Object.keys(labels).map((name) => [name, name]));
  const { latest, ...state } = useVersionedForm<Fields, AllSettings[Group]>({
    start: toFields(settings[group]),
    version: settings[group].version,
    toFields,
    errorFields: { ...names, ...errorFields } as Record<string, Path<Fields>>,
    send: async (fields, version) => {
      const body = { ...toBody(fields), version };
      // The groups' calls differ in their bodies only.
      const { data } = await call(`PUT /settings/${group}` as "PUT /settings/general", { body: body as never });
      client.setQueryData(settingsQuery.queryKey, { data });
      void invalidateRoutes(client, "GET /shop", "GET /home", "GET /shop/policies/:policy", "GET /shop/pages/:slug");
      toast({ title: "Settings saved", tone: "success" });
      return data[group];
    },
  });
  return { ...state, labels, settings: { ...settings, ...(latest && { [group]: latest }) } };
}
