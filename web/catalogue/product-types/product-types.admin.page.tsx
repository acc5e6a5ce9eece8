import { useQuery } from "@tanstack/react-query";
import { Shapes } from "lucide-react";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import { catalogueUsage, productTypes } from "#web/catalogue/products/products.queries.ts";
import { UsageLink } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateLink } from "#web/ui/admin/admin-page.tsx";
import { EmptyState, Loaded } from "#web/ui/feedback/loaded.tsx";
import { DataTable, RowLink } from "#web/ui/lists/data-table.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";

export default function ProductTypesAdminPage() {
  const add = <CreateLink to={dashboardPaths.newProductType()}>Add product type</CreateLink>;
  return (
    <AdminPage
      title="Product types"
      hint="A type sets the attributes, tax class and return period of its products."
      width="medium"
      exported={{ route: "GET /product-types/export" }}
      actions={add}
    >
      <Loaded
        result={useQuery({ ...productTypes(), staleTime: 0 })}
        skeleton={<TableSkeleton label="Loading product types" />}
      >
        {({ data: types }) =>
          types.length > 0 ? (
            <TypeTable types={types} />
          ) : (
            <EmptyState icon={<Shapes />} title="No product types yet" action={add}>
              Every product has a type. Add one, such as T-shirts, then add your first product.
            </EmptyState>
          )
        }
      </Loaded>
    </AdminPage>
  );
}

function TypeTable({ types }: { types: ProductType[] }) {
  const usage = useQuery({ ...catalogueUsage(), staleTime: 0 }).data?.data.types;
  return (
    <DataTable
      label="Product types"
      rows={types}
      rowKey={({ id }) => id}
      to={({ id }) => dashboardPaths.productType(id)}
      columns={[
        { head: "Name", cell: ({ id, name }) => <RowLink to={dashboardPaths.productType(id)}>{name}</RowLink> },
        {
          head: "Attributes",
          from: "sm",
          className: "w-full max-w-0 truncate text-muted",
          cell: ({ attribute_schema }) => attribute_schema.map(({ label }) => label).join(", ") || "None",
        },
        {
          head: "Shipping",
          from: "md",
          quiet: true,
          cell: ({ is_shippable }) => (is_shippable ? "Shipped" : "Not shipped"),
        },
        {
          head: "Returns",
          from: "md",
          quiet: true,
          cell: ({ return_days }) => returnPeriodText(return_days),
        },
        {
          head: "Products",
          numeric: true,
          cell: ({ id, name }) => (
            <UsageLink usage={usage} id={id} name={name} to={dashboardPaths.products({ type: id })} />
          ),
        },
      ]}
    />
  );
}

function returnPeriodText(days: number | null) {
  if (days === null) return <span className="text-warning">Not set</span>;
  if (days === 0) return "Final sale";
  return days === 1 ? "1 day" : `${days} days`;
}
