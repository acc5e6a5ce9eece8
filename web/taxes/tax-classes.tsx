import { Plus } from "lucide-react";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { TaxClass } from "#contract/taxes.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { ConcurrentEdits, useConcurrentEdits } from "#web/ui/forms/concurrent-edits.tsx";
import { FormFooter, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { closeDialog, openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { useClassActions, useRefreshTaxes } from "./taxes.queries.ts";

/** The tax classes; one is the default. */
export function TaxClasses({ classes }: { classes: TaxClass[] }) {
  const { remove, makeDefault } = useClassActions();
  return (
    <CardSection
      title="Tax classes"
      hint="What is taxed alike. Products and product types have a class; others have the default one."
      action={
        <Button
          size="small"
          onClick={() => openDialog({ title: "Create tax class", content: <TaxClassForm taxClass={undefined} /> })}
        >
          <Plus aria-hidden="true" />
          Create class
        </Button>
      }
    >
      <ul aria-label="Tax classes" className="grid divide-y divide-hairline text-sm">
        {classes.map((one) => (
          <li key={one.id} className="flex flex-wrap items-center justify-between gap-3 py-2.5 first:pt-0 last:pb-0">
            <span className="flex flex-wrap items-center gap-2 font-medium">
              {one.name}
              {one.is_default && <Badge tone="accent">Default</Badge>}
            </span>
            <ActionMenu
              label={`Class ${one.name}`}
              actions={[
                {
                  label: "Rename",
                  onSelect: () => openDialog({ title: `Rename ${one.name}`, content: <TaxClassForm taxClass={one} /> }),
                },
                ...(one.is_default
                  ? []
                  : [
                      { label: "Make default", onSelect: () => void makeDefault(one) },
                      { label: "Delete", danger: true, onSelect: () => void remove(one) },
                    ]),
              ]}
            />
          </li>
        ))}
      </ul>
    </CardSection>
  );
}

type Fields = { name: string };

/** Creates or renames a tax class, in a dialog. */
function TaxClassForm({ taxClass }: { taxClass: TaxClass | undefined }) {
  const refresh = useRefreshTaxes();
  const [saved, setSaved] = useState(taxClass);
  const [problem, setProblem] = useState<string>();
  const form = useForm<Fields>({ defaultValues: { name: taxClass?.name ?? "" } });
  const edits = useConcurrentEdits(form);
  const save = form.handleSubmit(async ({ name }) => {
    setProblem(undefined);
    try {
      if (saved) {
        const { id, is_default, version } = saved;
        await call("PUT /tax/classes/:id", { params: { id }, body: { name, is_default, version } });
      } else await call("POST /tax/classes", { body: { name } });
      await refresh();
      toast({ tone: "success", title: saved ? "Tax class saved" : `${name.trim()} created` });
      closeDialog();
    } catch (error) {
      const { code, details } = error instanceof CallProblem ? error : {};
      if (code === "stale") {
        const current = details?.current as TaxClass;
        setSaved(current);
        edits.merge({ name: current.name });
      } else if (code === "name_taken") form.setError("name", { message: (error as Error).message });
      else setProblem(setFieldErrors<Fields>(error, ["name"], form.setError));
    }
  });
  return (
    <form noValidate className="grid gap-5" onSubmit={save}>
      <FormProblem problem={problem} />
      <ConcurrentEdits noun="tax class" edits={edits} labels={{ name: "Name" }} />
      <TextField
        label="Name"
        autoComplete="off"
        maxLength={60}
        error={form.formState.errors.name?.message}
        {...form.register("name", { validate: (name) => name.trim() !== "" || "Name required" })}
      />
      <FormFooter action={saved ? "Save class" : "Create class"} busy={form.formState.isSubmitting} />
    </form>
  );
}
