import type { AllSettings, SettingsGroup } from "#contract/shop/settings.ts";
import type { App } from "#server/platform/app.ts";
import type { Fields } from "#server/platform/changes/objects.ts";
import type { Tx } from "#server/platform/database/database.ts";
import {
  getAllSettings,
  imageIds,
  saveContent,
  saveGeneral,
  saveLocalization,
  savePolicies,
  saveSettings,
  saveStaff,
} from "./settings.admin.ts";

type Home = AllSettings["content"]["home"];
type State = Fields & { version: number };

/** Settings that need the password of an administrator, so that no undo sets them. */
const protectedFields = ["smtp", "from_address", "order_recipients", "bank_account", "stripe_publishable_key"];

/** Registers the groups of settings, whose saves record what they change. Their ids are their names. */
export function settingsChanges(app: App) {
  app.object<State>("settings", {
    read: (tx, id) => readGroup(app, tx, id as SettingsGroup),
    name: () => null,
    hasSecrets: true,
    isRecord: (field) => field === "policy_translations",
    canSetBack: (before, after) => !isFinal(before, after),
    update: (tx, id, state) => saveGroup(app, tx, id as SettingsGroup, state),
  });
}

/** A group as its changes record it: without what is derived from it, and email texts by their language. */
async function readGroup(app: App, tx: Tx, group: SettingsGroup): Promise<State | undefined> {
  const all = await getAllSettings(app, tx);
  if (group === "email_templates") return { ...all.email_templates.email_texts, version: all.email_templates.version };
  const { logo: _logo, images: _images, ...state } = { logo: null, images: null, ...all[group] };
  return state as State;
}

/** Saves a group as it was. What a protected setting is stays: it is in the state as it is now. */
function saveGroup(app: App, tx: Tx, group: SettingsGroup, state: State): Promise<AllSettings> {
  const saved = { [group]: state } as unknown as AllSettings;
  const saves: Partial<Record<SettingsGroup, () => Promise<AllSettings>>> = {
    general: () => saveGeneral(app, tx, saved.general),
    localization: () => saveLocalization(app, tx, saved.localization),
    policies: () => savePolicies(app, tx, saved.policies),
    content: () => saveContent(app, tx, saved.content),
    staff: () => saveStaff(app, tx, saved.staff),
    email_templates: () => saveSettings(app, tx, "email_templates", emailTextsOf(state)),
  };
  return saves[group]?.() ?? saveSettings(app, tx, group, state);
}

/** The texts of the languages that have some. */
function emailTextsOf({ version, ...texts }: State): AllSettings["email_templates"] {
  const written = Object.entries(texts).filter(([, text]) => text !== null);
  return { version, email_texts: Object.fromEntries(written) as AllSettings["email_templates"]["email_texts"] };
}

/** The file of a replaced or removed image is deleted, a new currency has changed amounts, and keys are not recorded. */
function isFinal(before: Fields, after: Fields): boolean {
  const isProtected = Object.keys(before).some((field) => field.startsWith("has_") || protectedFields.includes(field));
  const shown = imageIds(after.home as Home | undefined);
  const isImageGone = imageIds(before.home as Home | undefined).some((id) => !shown.includes(id));
  return isProtected || isImageGone || Boolean(before.logo_image_id || before.currency);
}
