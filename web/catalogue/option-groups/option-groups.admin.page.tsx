import { useMutation, useQuery } from "@tanstack/react-query";
import { ArrowDown, ArrowUp, SwatchBook } from "lucide-react";
import type { OptionGroup } from "#contract/catalogue/option-groups.ts";
import { browserClient, call, invalidate } from "#web/api/call.ts";
import { OptionGroupForm } from "#web/catalogue/editor/variations/option-group-form.tsx";
import { catalogueUsage, optionGroups, refreshProducts } from "#web/catalogue/products/products.queries.ts";
import { productsOf, UsageLink } from "#web/catalogue/products/usage-link.tsx";
import { MergeForm } from "#web/catalogue/tags/tag-forms.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { toastProblem } from "#web/ui/feedback/toast-store.ts";
import { toastDone } from "#web/ui/feedback/undo.ts";
import { IconButton } from "#web/ui/forms/button.tsx";
import { DataTable, RowButton } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { ActionMenu } from "#web/ui/overlay/action-menu.tsx";
import { confirm } from "#web/ui/overlay/confirm.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";

export default function OptionGroupsAdminPage() {
  const actions = useGroupActions();
  return (
    <AdminPage
      title="Options"
      hint={
        "Variations of a product differ in its options. They are listed and offered as filters in this order. " +
        "An option that products use can be merged, but not deleted."
      }
      width="narrow"
      exported={{ route: "GET /product/option-group/export" }}
      actions={<CreateButton onClick={() => actions.edit()}>Add option</CreateButton>}
    >
      <Loaded
        result={useQuery({ ...optionGroups(), staleTime: 0 })}
        skeleton={<TableSkeleton label="Loading options" />}
      >
        {({ data: groups }) =>
          groups.length > 0 ? (
            <GroupTable groups={groups} actions={actions} />
          ) : (
            <EmptyState icon={<SwatchBook />} title="No options yet">
              Add an option, such as Size with the values S, M and L, then choose it in the editor of a product.
            </EmptyState>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

/** Saves, orders and deletes option groups. */
function useGroupActions() {
  const refresh = () => {
    void invalidate(optionGroups());
    refreshProducts();
  };
  const fail = toastProblem();
  const order = useMutation({
    mutationFn: (ids: number[]) => call("PUT /product/option-group/order", { body: { ids } }),
    onSuccess: (answer) => browserClient().setQueryData(optionGroups().queryKey, answer),
    onError: fail,
  });
  const deletion = useMutation({
    mutationFn: ({ id }: OptionGroup) => call("DELETE /product/option-group/:id", { params: { id } }),
    onSuccess: (reply, { name }) => toastDone(reply, `${name} deleted`),
    onSettled: refresh,
    onError: fail,
  });
  return {
    order,
    edit: (group?: OptionGroup) =>
      openDialog({
        title: group ? `Edit ${group.name}` : "Add option",
        content: <OptionGroupForm {...(group ? { group } : {})} onSaved={refresh} />,
      }),
    merge: ({ id, name }: OptionGroup, groups: OptionGroup[], products: number) =>
      openDialog({
        title: `Merge ${name}`,
        content: (
          <MergeForm
            noun="option"
            from={{ id, name }}
            others={groups.filter((other) => other.id !== id)}
            products={products}
            merge={(into_id) => call("POST /product/option-group/:id/merge", { params: { id }, body: { into_id } })}
            onMerged={refresh}
          />
        ),
      }),
    remove: async (group: OptionGroup) => {
      const values = group.values.length === 1 ? "value" : `${group.values.length} values`;
      const says = `No product uses this option with its ${values}.`;
      if (await confirm({ title: `Delete ${group.name}?`, says, action: "Delete option", danger: true }))
        deletion.mutate(group);
    },
  };
}

type TableProps = { groups: OptionGroup[]; actions: ReturnType<typeof useGroupActions> };

function GroupTable({ groups, actions }: TableProps) {
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data;
  const ids = groups.map(({ id }) => id);
  const moveTo = (from: number, to: number) => {
    const [id = 0] = ids.slice(from, from + 1);
    actions.order.mutate(ids.toSpliced(from, 1).toSpliced(to, 0, id));
  };
  return (
    <DataTable
      label="Options"
      rows={groups}
      rowKey={({ id }) => id}
      columns={[
        {
          head: "Name",
          cell: (group) => (
            <RowButton label={`Edit ${group.name}`} onClick={() => actions.edit(group)}>
              {group.name}
            </RowButton>
          ),
        },
        {
          head: "Values",
          from: "sm",
          className: "w-full max-w-0 truncate text-muted",
          cell: ({ values }) => values.map(({ label }) => label).join(", "),
        },
        {
          head: "Products",
          numeric: true,
          cell: ({ id, name }) => (
            <UsageLink
              usage={usage?.option_groups}
              {...{ id, name }}
              to={dashboardPaths.products({ option_group: id })}
            />
          ),
        },
      ]}
      actions={(group) => {
        const at = groups.indexOf(group);
        return (
          <GroupButtons
            group={group}
            products={usage && productsOf(usage.option_groups, group.id)}
            actions={actions}
            onMerge={(products) => actions.merge(group, groups, products)}
            onMove={{
              up: at > 0 ? () => moveTo(at, at - 1) : undefined,
              down: at < groups.length - 1 ? () => moveTo(at, at + 1) : undefined,
            }}
          />
        );
      }}
    />
  );
}

type ButtonProps = {
  group: OptionGroup;
  products: number | undefined;
  actions: TableProps["actions"];
  onMerge: (products: number) => void;
  /** Undefined at the ends of the list. */
  onMove: Record<"up" | "down", (() => void) | undefined>;
};

/** Moves, merges and deletes an option; it can't be deleted while products use it. */
const GroupButtons = ({ group, products, actions, onMerge, onMove: { up, down } }: ButtonProps) => (
  <span className="inline-flex items-center">
    <IconButton
      writes
      label={`Move ${group.name} up`}
      icon={<ArrowUp />}
      size="small"
      disabled={!up || actions.order.isPending}
      onClick={up}
    />
    <IconButton
      writes
      label={`Move ${group.name} down`}
      icon={<ArrowDown />}
      size="small"
      disabled={!down || actions.order.isPending}
      onClick={down}
    />
    <ActionMenu
      compact
      label={`Actions for ${group.name}`}
      disabled={products === undefined}
      actions={[
        { label: "Merge…", onSelect: () => onMerge(products ?? 0) },
        ...(products === 0 ? [{ label: "Delete…", onSelect: () => void actions.remove(group), danger: true }] : []),
      ]}
    />
  </span>
);
