import { Columns3 } from "lucide-react";
import { useRef, useState } from "react";
import { useForm } from "react-hook-form";
import { useNavigate } from "react-router";
import { type ProductColumn, productColumns } from "#contract/catalogue/product-views.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormFooter } from "#web/ui/forms/dialog-form.tsx";
import { Checkbox } from "#web/ui/forms/fields/checkbox.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { registerField } from "#web/ui/forms/register-field.ts";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { closeDialog, openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Popover } from "#web/ui/overlay/popover.tsx";
import { viewQuery } from "./product-list-address.ts";
import { type ProductListQuery, useListPreferences } from "./products.queries.ts";

const viewPath = (query: string) => dashboardPaths.products() + (query === "" ? "" : `?${query}`);

/** The saved views as tabs. */
export function ViewTabs({ query }: { query: ProductListQuery }) {
  const { views } = useListPreferences();
  return views.map((view) => (
    <TabLink key={view.name} to={viewPath(view.query)} chosen={view.query === viewQuery(query)}>
      {view.name}
    </TabLink>
  ));
}

/** Saves the current filters as a view, or deletes the view that is shown. */
export function SaveViewButton({ query }: { query: ProductListQuery }) {
  const preferences = useListPreferences();
  const { views, save } = preferences;
  const shown = viewQuery(query);
  const view = views.find((one) => one.query === shown);
  if (shown === "") return null;
  if (!view)
    return (
      <Button
        size="small"
        look="ghost"
        onClick={() => openDialog({ title: "Save view", content: <SaveViewForm query={shown} /> })}
      >
        Save view
      </Button>
    );
  const remove = async () => {
    await save({ views: views.filter((one) => one !== view) });
    const undo = { label: "Undo", onClick: () => void save({ views }) };
    toast({ tone: "success", title: `View ${view.name} deleted`, action: undo });
  };
  const fail = ({ message }: CallProblem) => toast({ tone: "danger", title: message });
  return (
    <Button size="small" look="ghost" onClick={() => void remove().catch(fail)}>
      Delete view
    </Button>
  );
}

function SaveViewForm({ query }: { query: string }) {
  const { views, save } = useListPreferences();
  const navigate = useNavigate();
  const form = useForm({ defaultValues: { name: "" } });
  const { handleSubmit, setError, formState } = form;
  const submit = handleSubmit(async ({ name }) => {
    try {
      await save({ views: [...views, { name: name.trim(), query }] });
      closeDialog();
      void navigate(viewPath(query));
    } catch (error) {
      const { errors, message } = error as CallProblem;
      setError("name", { message: errors[0]?.message ?? message }, { shouldFocus: true });
    }
  });
  return (
    <form noValidate onSubmit={submit} className="grid gap-5">
      <TextField
        label="Name"
        hint="Shown as a tab above the list, only to you."
        autoComplete="off"
        maxLength={40}
        {...registerField(form, "name", { validate: (text) => text.trim() !== "" || "Enter a name." })}
      />
      <FormFooter action="Save view" busy={formState.isSubmitting} />
    </form>
  );
}

export const columnLabels: Record<ProductColumn, string> = {
  status: "Status",
  stock: "Stock",
  variations: "Variations",
  price: "Price",
  updated: "Updated",
  type: "Type",
  brand: "Brand",
  schedule: "Schedule",
};

/** Chooses the columns of the list. */
export function ColumnsButton() {
  const { columns: saved, save } = useListPreferences();
  // The choice shows at once: a checkbox that waits for the cache is put back for a moment.
  const [choice, setChoice] = useState<ProductColumn[] | null>(null);
  const columns = choice ?? saved;
  const [isOpen, setOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const toggle = (column: ProductColumn) => {
    const chosen = productColumns.filter((one) => columns.includes(one) !== (one === column));
    setChoice(chosen);
    save({ columns: chosen })
      .catch(({ message }: CallProblem) => toast({ tone: "danger", title: message }))
      .finally(() => setChoice((latest) => (latest === chosen ? null : latest)));
  };
  return (
    <>
      <Button ref={button} size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        <Columns3 aria-hidden="true" />
        Columns
      </Button>
      <Popover
        anchor={button}
        label="Columns"
        align="end"
        open={isOpen}
        onClose={() => setOpen(false)}
        className="grid w-52 gap-2 p-4"
      >
        {productColumns.map((column) => (
          <Checkbox
            key={column}
            label={columnLabels[column]}
            checked={columns.includes(column)}
            onChange={() => toggle(column)}
          />
        ))}
      </Popover>
    </>
  );
}
