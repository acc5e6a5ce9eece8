import { useNavigate } from "react-router";
import type { ListName } from "#contract/dashboard/list-preferences.ts";
import { toast, toastProblem } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { useListPreferences } from "./list-preferences.ts";
import { reinsert } from "./reinsert.ts";

type Props = {
  list: ListName;
  /** The URL of the list as it is filtered and sorted, without the page. */
  path: string;
};

const queryOf = (path: string) => path.split("?")[1] ?? "";

/** The saved view that is shown, undefined for none. */
export const useSavedView = ({ list, path }: Props) =>
  useListPreferences(list).views.find(({ query }) => query === queryOf(path));

export function ViewTabs({ list, path }: Props) {
  const { views } = useListPreferences(list);
  return views.map(({ name, query }) => (
    <TabLink key={name} to={`${path.split("?")[0]}?${query}`} chosen={query === queryOf(path)}>
      {name}
    </TabLink>
  ));
}

/** Saves the current filters as a view, or deletes the view that is shown. */
export function SaveViewButton({ list, path }: Props) {
  const { views, save } = useListPreferences(list);
  const view = useSavedView({ list, path });
  if (queryOf(path) === "") return null;
  if (!view)
    return (
      <Button
        size="small"
        look="ghost"
        onClick={() => openDialog({ title: "Save view", content: <SaveViewForm list={list} path={path} /> })}
      >
        Save view
      </Button>
    );
  const remove = async () => {
    await save((now) => ({ views: now.views.filter(({ name }) => name !== view.name) }));
    const putBack = () => save((now) => ({ views: reinsert(now.views, views, [view], ({ name }) => name) }));
    const undo = { label: "Undo", onClick: () => void putBack().catch(fail) };
    toast({ tone: "success", title: `View ${view.name} deleted`, action: undo });
  };
  const fail = toastProblem();
  return (
    <Button size="small" look="ghost" onClick={() => void remove().catch(fail)}>
      Delete view
    </Button>
  );
}

function SaveViewForm({ list, path }: Props) {
  const closeDialog = useCloseDialog();
  const { save } = useListPreferences(list);
  const navigate = useNavigate();
  const state = useCallForm({
    start: { name: "" },
    errorFields: { views: "name" },
    send: async ({ name }) => {
      await save((now) => ({ views: [...now.views, { name: name.trim(), query: queryOf(path) }] }));
      closeDialog();
      void navigate(path);
    },
  });
  return (
    <DialogForm state={state} action="Save view" unsaved={false}>
      <TextField
        label="Name"
        hint="Shown as a tab above the list, only to you."
        maxLength={40}
        {...registerField(state.form, "name", notBlank("Enter a name."))}
      />
    </DialogForm>
  );
}
