import { useQuery } from "@tanstack/react-query";
import { Split } from "lucide-react";
import type { Redirect } from "#contract/shop/redirects.ts";
import { call, pageQuery } from "#web/api/call.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListFilter, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { openDialog, useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { ImportRedirects } from "./import-redirects.tsx";
import { deleteRedirect, redirectList, refreshRedirects } from "./redirects.queries.ts";

const sourceLabels: Record<Redirect["source"], string> = {
  manual: "Manual",
  product: "Renamed product",
  category: "Moved category",
};

export default function RedirectsAdminPage() {
  const query = useListQuery(redirectList);
  return (
    <AdminPage
      title="Redirects"
      hint="Lead visitors from addresses that no longer exist to pages of your shop."
      width="settings"
      exported={{ route: "GET /redirects/export", query: redirectList.filtersOf(query) }}
      actions={
        <>
          <Button
            writes
            size="small"
            onClick={() => openDialog({ title: "Import redirects", content: <ImportRedirects /> })}
          >
            Import
          </Button>
          <CreateRedirect />
        </>
      }
    >
      <ListToolbar list={redirectList} search={{ label: "Search redirects", placeholder: "Path" }}>
        <ListFilter list={redirectList} name="source" label="Source" all="All sources" options={sourceLabels} />
      </ListToolbar>
      <ListResult
        result={useQuery(pageQuery("GET /redirects", { query }))}
        list={redirectList}
        noun="redirects"
        empty={{
          icon: <Split />,
          title: "No redirects yet",
          says:
            "Create one for each page of your former website that people still visit. Renamed products and moved " +
            "categories redirect by themselves.",
          action: <CreateRedirect />,
          hint: "Try another path or source.",
        }}
      >
        {(redirects) => <RedirectTable redirects={redirects} />}
      </ListResult>
    </AdminPage>
  );
}

const CreateRedirect = () => (
  <CreateButton onClick={() => openDialog({ title: "Create redirect", content: <RedirectForm /> })}>
    Create redirect
  </CreateButton>
);

const RedirectTable = ({ redirects }: { redirects: Redirect[] }) => (
  <DataTable
    label="Redirects"
    rows={redirects}
    rowKey={({ from }) => from}
    columns={[
      { head: "Redirect from", className: "font-medium wrap-anywhere", cell: ({ from }) => from },
      {
        head: "Redirect to",
        className: "wrap-anywhere",
        cell: ({ to, source }) => (
          <>
            <ShopLink to={to} className="text-link underline-offset-4 hover:underline">
              {to}
            </ShopLink>
            <span className="block text-xs text-muted md:hidden">{sourceLabels[source]}</span>
          </>
        ),
      },
      { head: "Source", from: "md", quiet: true, cell: ({ source }) => sourceLabels[source] },
    ]}
    actions={({ id, ...redirect }) => id !== null && <RedirectMenu redirect={{ ...redirect, id }} />}
  />
);

function RedirectMenu({ redirect }: { redirect: Redirect & { id: number } }) {
  const edit = () => openDialog({ title: "Edit redirect", content: <RedirectForm redirect={redirect} /> });
  return (
    <ActionMenu
      compact
      label={`Redirect from ${redirect.from}`}
      actions={[
        { label: "Edit", onSelect: edit },
        { label: "Delete", danger: true, onSelect: () => void deleteRedirect(redirect) },
      ]}
    />
  );
}

interface Fields {
  from: string;
  to: string;
}
const labels: Record<keyof Fields, string> = { from: "Redirect from", to: "Redirect to" };
const toFields = ({ from, to }: Fields): Fields => ({ from, to });

/** Creates or edits a redirect, in a dialog. */
function RedirectForm({ redirect }: { redirect?: Redirect & { id: number } }) {
  const closeDialog = useCloseDialog();
  const state = useVersionedForm<Fields, Redirect>({
    start: toFields(redirect ?? { from: "", to: "" }),
    version: redirect?.version ?? 0,
    toFields,
    errorFields: ["from", "to"],
    errorCodes: { redirect_taken: "from", redirect_hides_page: "from", redirect_loop: "to" },
    send: async (body, version) => {
      const reply = await (redirect
        ? call("PUT /redirects/:id", { params: { id: redirect.id }, body: { ...body, version } })
        : call("POST /redirects", { body }));
      await refreshRedirects();
      toastDone(reply, redirect ? "Redirect saved" : "Redirect created");
      closeDialog();
    },
  });
  const { form } = state;
  return (
    <DialogForm state={state} action={redirect ? "Save redirect" : "Create redirect"} record={redirect?.id}>
      <ConcurrentEdits what="this redirect" edits={state.edits} labels={labels} />
      <TextField
        label={labels.from}
        placeholder="/old-page"
        hint="A path without a page. Capital letters make no difference."
        spellCheck={false}
        maxLength={300}
        {...registerField(form, "from")}
      />
      <TextField
        label={labels.to}
        placeholder="/products?category=chairs"
        hint="A path of your shop."
        spellCheck={false}
        maxLength={300}
        {...registerField(form, "to")}
      />
    </DialogForm>
  );
}
