import { useQueryClient } from "@tanstack/react-query";
import { type UseFormReturn, useForm } from "react-hook-form";
import type { StaffMember, StaffRole } from "#contract/accounts/staff.ts";
import { type Access, PermissionArea, type Permissions } from "#contract/permissions.ts";
import { emailRule } from "#web/accounts/field-rules.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { ConcurrentEdits } from "#web/ui/forms/concurrent-edits.tsx";
import { FormFooter, FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { SelectField } from "#web/ui/forms/fields/select-field.tsx";
import { TextField } from "#web/ui/forms/fields/text-field.tsx";
import { useVersionedForm } from "#web/ui/forms/use-versioned-form.ts";
import { closeDialog } from "#web/ui/overlay/dialog-store.ts";
import { refreshStaff } from "./staff.queries.ts";
import { accessLabels, areaLabels } from "./staff-labels.ts";

type AccessFields = { role: StaffRole } & Record<PermissionArea, Access | "">;
type InvitationFields = AccessFields & { email: string };

const noAccess: AccessFields = { role: "staff", catalogue: "", orders: "", customers: "", marketing: "", settings: "" };

const toFields = ({ role, permissions }: Pick<StaffMember, "role" | "permissions">): AccessFields => ({
  ...noAccess,
  role,
  ...permissions,
});

function toAccess(fields: AccessFields): { role: StaffRole; permissions: Permissions } {
  const chosen = PermissionArea.options.flatMap((area) => (fields[area] ? [[area, fields[area]] as const] : []));
  return { role: fields.role, permissions: fields.role === "admin" ? {} : Object.fromEntries(chosen) };
}

/** Invites somebody by email, in a dialog. */
export function InviteForm() {
  const client = useQueryClient();
  const form = useForm<InvitationFields>({ defaultValues: { ...noAccess, email: "" } });
  const { register, handleSubmit, setError, formState } = form;
  const invite = handleSubmit(async ({ email, ...fields }) => {
    try {
      await call("POST /staff/invitations", { body: { email: email.trim(), ...toAccess(fields) } });
      toast({ tone: "success", title: `Invitation sent to ${email.trim()}` });
      closeDialog();
      refreshStaff(client);
    } catch (error) {
      const isAboutEmail = error instanceof CallProblem && error.code.startsWith("already_");
      if (isAboutEmail) return setError("email", { message: error.message }, { shouldFocus: true });
      setError("root", { message: setFieldErrors(error, ["email"], setError) ?? "" });
    }
  });
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={invite}>
      <FormProblem problem={formState.errors.root?.message || undefined} />
      <TextField
        label="Email"
        type="email"
        autoComplete="off"
        hint="They get a link to set a password. It expires in 7 days."
        error={formState.errors.email?.message}
        {...register("email", emailRule())}
      />
      <AccessChoice form={form as unknown as UseFormReturn<AccessFields>} />
      <FormFooter action="Send invitation" busy={formState.isSubmitting} unsaved={formState.isDirty} />
    </form>
  );
}

/** Changes the role and permissions of a member, in a dialog. */
export function MemberForm({ member, name }: { member: StaffMember; name: string }) {
  const client = useQueryClient();
  const { form, save, problem, edits } = useVersionedForm<AccessFields, StaffMember>({
    start: toFields(member),
    version: member.version,
    toFields,
    errorFields: ["role"],
    send: async (fields, version) => {
      await call("PUT /staff/:id", { params: { id: member.id }, body: { ...toAccess(fields), version } });
      toast({ tone: "success", title: `Permissions of ${name} changed` });
      closeDialog();
      refreshStaff(client);
    },
  });
  return (
    <form method="post" noValidate className="grid gap-5" onSubmit={save}>
      <FormProblem problem={problem} />
      <ConcurrentEdits
        what={`the permissions of ${name}`}
        edits={edits}
        labels={fieldLabels}
        describe={describeField}
      />
      <AccessChoice form={form} />
      <FormFooter action="Save" busy={form.formState.isSubmitting} unsaved={form.formState.isDirty} />
    </form>
  );
}

const fieldLabels = {
  role: "Role",
  ...(Object.fromEntries(PermissionArea.options.map((area) => [area, areaLabels[area].label])) as Record<
    PermissionArea,
    string
  >),
};

const describeField = (field: keyof AccessFields, value: unknown) => {
  if (field === "role") return value === "admin" ? "Administrator" : "Staff";
  return value ? accessLabels[value as Access] : "None";
};

/** The role and, for staff, the access to each area. */
function AccessChoice({ form: { register, watch, formState } }: { form: UseFormReturn<AccessFields> }) {
  const isStaff = watch("role") === "staff";
  return (
    <>
      <SelectField
        label="Role"
        hint={isStaff ? undefined : "Administrators may do everything, including inviting others."}
        {...register("role")}
        options={{ staff: "Staff", admin: "Administrator" }}
      />
      {isStaff && (
        <fieldset className="grid gap-3">
          <legend className="mb-2 text-sm font-medium">Permissions</legend>
          {PermissionArea.options.map((area) => (
            <SelectField
              key={area}
              label={areaLabels[area].label}
              hint={areaLabels[area].hint}
              size="small"
              error={formState.errors[area]?.message}
              {...register(area, {
                validate: (_, fields) =>
                  area !== "catalogue" ||
                  fields.role === "admin" ||
                  PermissionArea.options.some((one) => fields[one]) ||
                  "Choose at least one permission.",
              })}
              placeholder="None"
              options={accessLabels}
            />
          ))}
        </fieldset>
      )}
    </>
  );
}
