import { useQuery } from "@tanstack/react-query";
import { Shapes } from "lucide-react";
import type { ProductType } from "#contract/catalogue/product-types.ts";
import { catalogueUsage, productTypes } from "#web/catalogue/products/products.queries.ts";
import { UsageLink } from "#web/catalogue/products/usage-link.tsx";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { AdminPage, CreateLink } from "#web/ui/admin/admin-page.tsx";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { Loaded } from "#web/ui/feedback/loaded.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { Cell, HeadCell, LinkRows, Row, Table, TableSkeleton } from "#web/ui/lists/table.tsx";

export default function ProductTypesAdminPage() {
  const add = <CreateLink to={dashboardPaths.newProductType()}>Add product type</CreateLink>;
  return (
    <AdminPage
      title="Product types"
      hint="A type sets the attributes, tax class and return period of its products."
      width="medium"
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
    <Table label="Product types">
      <thead>
        <tr>
          <HeadCell>Name</HeadCell>
          <HeadCell className="max-sm:hidden">Attributes</HeadCell>
          <HeadCell className="max-md:hidden">Shipping</HeadCell>
          <HeadCell className="max-md:hidden">Returns</HeadCell>
          <HeadCell numeric>Products</HeadCell>
        </tr>
      </thead>
      <LinkRows>
        {types.map(({ id, name, attribute_schema, is_shippable, return_days }) => (
          <Row key={id} to={dashboardPaths.productType(id)}>
            <Cell>
              <ShopLink
                to={dashboardPaths.productType(id)}
                className="touch-target font-semibold underline-offset-4 hover:underline"
              >
                {name}
              </ShopLink>
            </Cell>
            <Cell className="w-full max-w-0 truncate text-muted max-sm:hidden">
              {attribute_schema.map(({ label }) => label).join(", ") || "None"}
            </Cell>
            <Cell className="whitespace-nowrap text-muted max-md:hidden">
              {is_shippable ? "Shipped" : "Not shipped"}
            </Cell>
            <Cell className="whitespace-nowrap text-muted max-md:hidden">
              {return_days === 0 ? "Final sale" : `${return_days} days`}
            </Cell>
            <Cell numeric>
              <UsageLink usage={usage} id={id} name={name} to={dashboardPaths.products({ type: id })} />
            </Cell>
          </Row>
        ))}
      </LinkRows>
    </Table>
  );
}
