import type { Redirect } from "#contract/shop/redirects.ts";
import { call } from "#web/api/call.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { ConcurrentEdits } from "#web/ui/forms/concurrent-edits.tsx";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/fields/field.tsx";
import { registerField } from "#web/ui/forms/use-call-form.ts";
import { useVersionedForm } from "#web/ui/forms/use-versioned-form.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { useRefreshRedirects } from "./redirects.queries.ts";

interface Fields {
  from: string;
  to: string;
}
const labels: Record<keyof Fields, string> = { from: "Redirect from", to: "Redirect to" };
const toFields = ({ from, to }: Fields): Fields => ({ from, to });

/** Creates or edits a redirect, in a dialog. */
export function RedirectForm({ redirect }: { redirect?: Redirect & { id: number } }) {
  const refresh = useRefreshRedirects();
  const state = useVersionedForm<Fields, Redirect>({
    start: toFields(redirect ?? { from: "", to: "" }),
    version: redirect?.version ?? 0,
    toFields,
    errorFields: ["from", "to"],
    errorCodes: { redirect_taken: "from", redirect_hides_page: "from", redirect_loop: "to" },
    send: async (body, version) => {
      if (redirect) await call("PUT /redirects/:id", { params: { id: redirect.id }, body: { ...body, version } });
      else await call("POST /redirects", { body });
      await refresh();
      toast({ tone: "success", title: redirect ? "Redirect saved" : "Redirect created" });
      closeDialog();
    },
  });
  const { form } = state;
  return (
    <DialogForm state={state} action={redirect ? "Save redirect" : "Create redirect"}>
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
