import { TicketPercent } from "lucide-react";
import { useSearchParams } from "react-router";
import { CouponKind, CouponStatus } from "#contract/coupons.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { SelectField } from "#web/ui/forms/fields/select-field.tsx";
import { CreateLink } from "#web/ui/layout/create-link.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { couponKindLabels, couponStatusLabels } from "./coupon-labels.ts";
import { type CouponListQuery, couponListPath, hasFilters, parseCouponList } from "./coupon-list-address.ts";
import { useCoupons } from "./coupons.queries.ts";
import { CouponsTable } from "./coupons-table.tsx";

type Query = ReturnType<typeof parseCouponList>;

export default function CouponsAdminPage() {
  const [search] = useSearchParams();
  const query = parseCouponList(search);
  const { page: _page, per_page: _size, ...filters } = query;
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Coupons" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Coupons</h1>
        <div className="flex flex-wrap gap-2">
          <ExportButton route="GET /coupons/export" query={filters} name="coupons" />
          <CreateCoupon />
        </div>
      </header>
      <Toolbar query={query} />
      <CouponList query={query} />
    </main>
  );
}

const CreateCoupon = () => <CreateLink to={dashboardPaths.newCoupon()}>Create coupon</CreateLink>;

/** Filters of the list: status, kind and search. */
function Toolbar({ query }: { query: Query }) {
  const change = useListParams<CouponListQuery>(parseCouponList, couponListPath);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Coupon status" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        {[undefined, ...CouponStatus.options].map((status) => (
          <TabLink
            key={status ?? "all"}
            to={couponListPath({ ...query, status, page: 1 })}
            chosen={query.status === status}
          >
            {status ? couponStatusLabels[status].label : "All"}
          </TabLink>
        ))}
      </nav>
      <div className="flex flex-wrap items-center gap-3 max-sm:w-full">
        <SelectField
          label="Kind of discount"
          labelHidden
          size="small"
          value={query.kind ?? ""}
          onChange={({ target }) => change(() => ({ kind: CouponKind.safeParse(target.value).data }))}
          className="w-44 max-sm:w-full"
        >
          <option value="">All kinds</option>
          {CouponKind.options.map((kind) => (
            <option key={kind} value={kind}>
              {couponKindLabels[kind]}
            </option>
          ))}
        </SelectField>
        <ListSearch
          label="Search coupons"
          placeholder="Code"
          name={query.name}
          onSearch={(name) => change(() => ({ name }))}
        />
      </div>
    </div>
  );
}

function CouponList({ query }: { query: Query }) {
  const { data, error, refetch } = useCoupons(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading coupons" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={couponListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoCoupons isFiltered={hasFilters(query)} />;
  return (
    <>
      <CouponsTable coupons={data.data} />
      <ListFooter noun="coupons" meta={data.meta} read={parseCouponList} write={couponListPath} />
    </>
  );
}

const NoCoupons = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<TicketPercent />}
      title="No coupons found"
      action={
        <ShopLink to={dashboardPaths.coupons()} className={buttonLook()}>
          Show all coupons
        </ShopLink>
      }
    >
      Try another code, or another status or kind.
    </EmptyState>
  ) : (
    <EmptyState icon={<TicketPercent />} title="No coupons yet" action={<CreateCoupon />}>
      Create a code that customers enter in their cart for a discount or free shipping.
    </EmptyState>
  );
