import { UsersRound } from "lucide-react";
import type { StaffInvitation, StaffMember } from "#contract/accounts/staff.ts";
import { AdministratorForm } from "#web/accounts/administrator-form.tsx";
import { lastSeenText } from "#web/accounts/customers/user-labels.ts";
import type { OwnerProof } from "#web/accounts/owner-proof-fields.tsx";
import { call } from "#web/api/call.ts";
import { useProfile } from "#web/api/session/profile.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { combineResults, EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { Checkbox } from "#web/ui/forms/fields/field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { DataTable } from "#web/ui/lists/data-table.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay } from "#web/ui/text/date-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { refreshStaff, useInvitations, useStaff, useStaffActions, useTwoFactorPolicy } from "./staff.queries.ts";
import { InviteForm, MemberForm } from "./staff-forms.tsx";
import { describePermissions } from "./staff-labels.ts";

const invite = () => openDialog({ title: "Invite staff", content: <InviteForm /> });

export default function StaffAdminPage() {
  const actions = useStaffActions();
  return (
    <AdminPage
      title="Staff"
      hint="Who works in the dashboard, and what they can see and change."
      width="settings"
      exported={{ route: "GET /staff/export" }}
      actions={<CreateButton onClick={invite}>Invite staff</CreateButton>}
    >
      <Loaded result={combineResults(useStaff(), useInvitations())} skeleton={<TableSkeleton label="Loading staff" />}>
        {([members, invitations]) => (
          <>
            <MembersTable members={members} actions={actions} />
            <TwoFactorPolicy members={members} />
            {members.length === 1 && invitations.length === 0 && (
              <EmptyState icon={<UsersRound />} title="No staff yet">
                Invite someone and choose what they can do, such as packing orders or editing products.
              </EmptyState>
            )}
            {invitations.length > 0 && (
              <div className="grid gap-3">
                <div className="flex flex-wrap items-center justify-between gap-3">
                  <h2 className="text-base font-semibold">Invitations</h2>
                  <ExportButton route="GET /staff/invitations/export" name="invitations" />
                </div>
                <InvitationsTable invitations={invitations} actions={actions} />
              </div>
            )}
          </>
        )}
      </Loaded>
    </AdminPage>
  );
}

/** The setting that requires two-factor authentication of all members. */
function TwoFactorPolicy({ members }: { members: StaffMember[] }) {
  const policy = useTwoFactorPolicy();
  if (!policy) return null;
  const { isRequired, save } = policy;
  const without = members.filter(({ two_factor_enabled }) => !two_factor_enabled).length;
  const toggle = async () => {
    const title = "Require two-factor authentication?";
    const says = `${without} of ${members.length} haven't set it up, and can do nothing else in the dashboard until they have.`;
    if (isRequired || without === 0 || (await confirm({ title, says, action: "Require" }))) save.mutate(!isRequired);
  };
  return (
    <CardSection title="Two-factor authentication">
      <div className="grid gap-2">
        <Checkbox
          label="Require two-factor authentication for staff"
          checked={isRequired}
          disabled={save.isPending}
          onChange={() => void toggle()}
        />
        <p className="text-sm text-muted">
          Signing in to the dashboard then also needs a code from an authenticator app. Each person sets it up at their
          next visit.
        </p>
      </div>
    </CardSection>
  );
}

type Actions = ReturnType<typeof useStaffActions>;

const nameOf = ({ fullname, email, username }: StaffMember) => fullname || email || username || "No name";

const minute = 60_000;

function MembersTable({ members, actions }: { members: StaffMember[]; actions: Actions }) {
  const ownId = useProfile().data?.id;
  const now = useNow(minute);
  return (
    <DataTable
      label="Staff"
      rows={members}
      rowKey={({ id }) => id}
      columns={[
        {
          head: "Name",
          cell: (member) => (
            <>
              <span className="block font-semibold">{nameOf(member)}</span>
              {member.fullname && <span className="block text-xs text-muted">{member.email ?? member.username}</span>}
            </>
          ),
        },
        { head: "Permissions", cell: (member) => <MemberBadges member={member} /> },
        { head: "Last seen", from: "md", quiet: true, cell: ({ last_seen_at }) => lastSeenText(last_seen_at, now) },
      ]}
      actions={(member) =>
        member.id === ownId ? <span className="text-muted">You</span> : <MemberMenu member={member} actions={actions} />
      }
    />
  );
}

function MemberMenu({ member, actions }: { member: StaffMember; actions: Actions }) {
  const remove = async () => {
    const name = nameOf(member);
    const says = "They are signed out and lose access to the dashboard. Their account stays, as a customer's.";
    const send = async (proof: Partial<OwnerProof>) => {
      const reply = await call("DELETE /staff/:id", { params: { id: member.id }, body: proof }).finally(refreshStaff);
      toastDone(reply, `${name} removed`);
    };
    if (member.role === "admin")
      return openDialog({
        title: `Remove ${name}?`,
        content: <AdministratorForm says={says} action="Remove" danger send={send} />,
      });
    if (await confirm({ title: `Remove ${name}?`, says, action: "Remove", danger: true }))
      actions.remove.mutate(member);
  };
  const resetTwoFactor = async () => {
    const title = `Reset two-factor authentication of ${nameOf(member)}?`;
    const says = "They sign in with their password alone until they set it up again, and get an email about it.";
    const send = async (proof: Partial<OwnerProof>) => {
      const args = { params: { id: member.id }, body: proof };
      toastDone(
        await call("DELETE /staff/:id/two-factor", args).finally(refreshStaff),
        `Two-factor authentication of ${nameOf(member)} turned off`,
      );
    };
    if (member.role === "admin")
      return openDialog({ title, content: <AdministratorForm says={says} action="Reset" danger send={send} /> });
    if (await confirm({ title, says, action: "Reset", danger: true })) actions.resetTwoFactor.mutate(member);
  };
  const edit = () =>
    openDialog({
      title: `Permissions of ${nameOf(member)}`,
      content: <MemberForm member={member} name={nameOf(member)} />,
    });
  return (
    <ActionMenu
      compact
      label={`Actions for ${nameOf(member)}`}
      actions={[
        { label: "Edit permissions…", onSelect: edit },
        ...(member.two_factor_enabled ? [{ label: "Reset two-factor…", onSelect: () => void resetTwoFactor() }] : []),
        { label: "Remove…", onSelect: () => void remove(), danger: true },
      ]}
    />
  );
}

const MemberBadges = ({ member }: { member: StaffMember }) => (
  <span className="flex flex-wrap items-center gap-1.5">
    {member.role === "admin" && <Badge>Administrator</Badge>}
    {member.two_factor_enabled && <Badge>Two-factor</Badge>}
    {member.is_blocked && <Badge tone="danger">Blocked</Badge>}
    {member.role === "staff" && describePermissions(member)}
  </span>
);

function InvitationsTable({ invitations, actions }: { invitations: StaffInvitation[]; actions: Actions }) {
  const now = useNow(minute);
  return (
    <DataTable
      label="Invitations"
      rows={invitations}
      rowKey={({ id }) => id}
      columns={[
        { head: "Email", className: "font-semibold", cell: ({ email }) => email },
        { head: "Permissions", cell: describePermissions },
        {
          head: "Expires",
          from: "md",
          quiet: true,
          cell: ({ expires_at }) => (Date.parse(expires_at) > now ? formatDay(expires_at) : "Expired"),
        },
      ]}
      actions={(invitation) => (
        <ActionMenu
          compact
          label={`Actions for the invitation of ${invitation.email}`}
          actions={[
            { label: "Resend", onSelect: () => actions.resend.mutate(invitation) },
            { label: "Withdraw", onSelect: () => actions.withdraw.mutate(invitation), danger: true },
          ]}
        />
      )}
    />
  );
}
