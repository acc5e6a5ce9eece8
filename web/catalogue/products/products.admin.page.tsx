import { Package, Plus } from "lucide-react";
import { useRef, useState } from "react";
import { useSearchParams } from "react-router";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { buttonLook } from "#web/ui/button-look.ts";
import { EmptyState } from "#web/ui/empty-state.tsx";
import { ListFoot } from "#web/ui/list-foot.tsx";
import { NoSuchPage } from "#web/ui/no-such-page.tsx";
import { PageHead } from "#web/ui/page-head.tsx";
import { isPastEnd } from "#web/ui/page-number.ts";
import { ShopLink } from "#web/ui/shop-link.tsx";
import { TableSkeleton } from "#web/ui/table-skeleton.tsx";
import { Trouble } from "#web/ui/trouble.tsx";
import { ProductBulk } from "./product-bulk-bar.tsx";
import { isNarrowed, productsAddress, productsAsked } from "./product-list-address.ts";
import { ProductTable } from "./product-table.tsx";
import { ProductToolbar } from "./product-toolbar.tsx";
import { useAdminProducts } from "./products.queries.ts";

type Asked = ReturnType<typeof productsAsked>;

export default function ProductsAdminPage() {
  const [search] = useSearchParams();
  const asked = productsAsked(search);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Products" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 ref={heading} tabIndex={-1} className="text-2xl">
          Products
        </h1>
        <div className="flex flex-wrap gap-2">
          <ShopLink to={dashboardPaths.productImport()} className={buttonLook({ size: "small" })}>
            Import…
          </ShopLink>
          <AddProduct />
        </div>
      </header>
      <ProductToolbar asked={asked} />
      <ListedProducts asked={asked} onGone={() => heading.current?.focus()} />
    </main>
  );
}

const AddProduct = () => (
  <ShopLink to={dashboardPaths.newProduct()} className={buttonLook({ look: "primary", size: "small" })}>
    <Plus aria-hidden="true" />
    Add product
  </ShopLink>
);

function ListedProducts({ asked, onGone }: { asked: Asked; onGone: () => void }) {
  const { data, error, refetch } = useAdminProducts(asked);
  const [ticked, setTicked] = useTicked(productsAddress(asked));
  if (!data && error) return <Trouble onRetry={() => void refetch()}>{error.message}</Trouble>;
  if (!data) return <TableSkeleton label="Loading the products" />;
  const chosen = data.data.filter(({ id }) => ticked.has(id));
  return (
    <>
      <ProductBulk products={chosen} onClear={() => setTicked(new Set())} onGone={onGone} />
      {isPastEnd(data.meta) ? (
        <NoSuchPage first={productsAddress({ ...asked, page: 1 })} />
      ) : data.data.length === 0 ? (
        <NoProducts asked={asked} />
      ) : (
        <ProductTable
          products={data.data}
          ticked={new Set(chosen.map(({ id }) => id))}
          onTick={setTicked}
          asked={asked}
        />
      )}
      {data.data.length > 0 && (
        <ListFoot noun="products" meta={data.meta} read={productsAsked} write={productsAddress} />
      )}
      {/* The end of the page stays in sight above what lies over it. */}
      {chosen.length > 0 && <div className="h-14" />}
    </>
  );
}

/** What is ticked belongs to the page of the list it was ticked on. */
function useTicked(address: string) {
  const [state, setState] = useState({ address, ids: new Set<number>() });
  const ids = state.address === address ? state.ids : new Set<number>();
  return [ids, (next: Set<number>) => setState({ address, ids: next })] as const;
}

function NoProducts({ asked }: { asked: Asked }) {
  if (isNarrowed(asked))
    return (
      <EmptyState
        icon={<Package />}
        title="No product fits"
        action={
          <ShopLink to={dashboardPaths.products()} className={buttonLook()}>
            Show all products
          </ShopLink>
        }
      >
        Look for another name or SKU, or in another state or category.
      </EmptyState>
    );
  return (
    <EmptyState icon={<Package />} title="No products yet" action={<AddProduct />}>
      Add the first with its name, price and a picture. It is in the shop as soon as you publish it.
    </EmptyState>
  );
}
