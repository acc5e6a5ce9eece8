import type { UseFormReturn } from "react-hook-form";
import type { StaffMember, StaffRole } from "#contract/accounts/staff.ts";
import { type Access, PermissionArea, type Permissions } from "#contract/resources/permissions.ts";
import { emailRule } from "#web/accounts/account-form.tsx";
import {
  administratorHint,
  noProof,
  type OwnerProof,
  OwnerProofFields,
  proofBody,
  proofErrors,
  proofLabels,
} from "#web/accounts/owner-proof-fields.tsx";
import { call } from "#web/api/call.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { DialogForm } from "#web/ui/forms/dialog-form.tsx";
import { SelectField, TextField } from "#web/ui/forms/fields/field.tsx";
import { ConcurrentEdits, useVersionedForm } from "#web/ui/forms/unsaved/versioned-form.tsx";
import { registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { useCloseDialog } from "#web/ui/overlay/dialog-store.ts";
import { refreshStaff } from "./staff.queries.ts";
import { accessLabels, areaLabels } from "./staff-labels.ts";

type AccessFields = { role: StaffRole } & Record<PermissionArea, Access | ""> & OwnerProof;
type InvitationFields = AccessFields & { email: string };

const noAccess: AccessFields = {
  role: "staff",
  catalogue: "",
  orders: "",
  customers: "",
  marketing: "",
  settings: "",
  ...noProof,
};

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
  const closeDialog = useCloseDialog();
  const state = useCallForm<InvitationFields>({
    start: { ...noAccess, email: "" },
    errorFields: ["email", "password", "code"],
    errorCodes: { already_staff: "email", already_invited: "email", ...proofErrors },
    send: async ({ email, ...fields }) => {
      const body = { email: email.trim(), ...toAccess(fields), ...proofBody(fields) };
      const reply = await call("POST /staff/invitations", { body });
      toastDone(reply, `Invitation sent to ${email.trim()}`);
      closeDialog();
      refreshStaff();
    },
  });
  return (
    <DialogForm state={state} action="Send invitation">
      <TextField
        label="Email"
        type="email"
        hint="They get a link to set a password. It expires in 7 days."
        {...registerField(state.form, "email", emailRule())}
      />
      <AccessChoice form={state.form as unknown as UseFormReturn<AccessFields>} before="staff" />
    </DialogForm>
  );
}

/** Changes the role and permissions of a member, in a dialog. */
export function MemberForm({ member, name }: { member: StaffMember; name: string }) {
  const closeDialog = useCloseDialog();
  const state = useVersionedForm<AccessFields, StaffMember>({
    start: toFields(member),
    version: member.version,
    toFields,
    errorFields: ["role", "password", "code"],
    errorCodes: proofErrors,
    send: async (fields, version) => {
      const body = { ...toAccess(fields), ...proofBody(fields), version };
      const reply = await call("PUT /staff/:id", { params: { id: member.id }, body });
      toastDone(reply, `Permissions of ${name} changed`);
      closeDialog();
      refreshStaff();
    },
  });
  return (
    <DialogForm state={state} action="Save" record={member.id}>
      <ConcurrentEdits
        what={`the permissions of ${name}`}
        edits={state.edits}
        labels={fieldLabels}
        describe={describeField}
      />
      <AccessChoice form={state.form} before={(state.latest ?? member).role} />
    </DialogForm>
  );
}

const fieldLabels = {
  role: "Role",
  ...proofLabels,
  ...(Object.fromEntries(PermissionArea.options.map((area) => [area, areaLabels[area].label])) as Record<
    PermissionArea,
    string
  >),
};

const describeField = (field: keyof AccessFields, value: unknown) => {
  if (field === "role") return value === "admin" ? "Administrator" : "Staff";
  return value ? accessLabels[value as Access] : "None";
};

/** The role and, for staff, the access to each area; another administrator needs the password. */
function AccessChoice({ form, before }: { form: UseFormReturn<AccessFields>; before: StaffRole }) {
  const role = form.watch("role");
  const isStaff = role === "staff";
  return (
    <>
      <SelectField
        label="Role"
        hint={isStaff ? undefined : "Administrators can do everything, including inviting others."}
        {...form.register("role")}
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
              {...registerField(form, area, {
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
      {role !== before && <OwnerProofFields form={form} hint={administratorHint} />}
    </>
  );
}
