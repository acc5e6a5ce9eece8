import { Gift, Plus } from "lucide-react";
import { useSearchParams } from "react-router";
import { GiftCardStatus } from "#contract/gift-cards.ts";
import { dashboardPaths } from "#web/dashboard-paths.ts";
import { EmptyState } from "#web/ui/feedback/empty-state.tsx";
import { ErrorNotice } from "#web/ui/feedback/error-notice.tsx";
import { Button, buttonLook } from "#web/ui/forms/button.tsx";
import { PageHead } from "#web/ui/layout/page-head.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { TabLink } from "#web/ui/layout/tab-link.tsx";
import { ExportButton } from "#web/ui/lists/export-button.tsx";
import { ListFooter } from "#web/ui/lists/list-footer.tsx";
import { isPastEnd, useListParams } from "#web/ui/lists/list-params.ts";
import { ListSearch } from "#web/ui/lists/list-search.tsx";
import { PageOutOfRange } from "#web/ui/lists/page-out-of-range.tsx";
import { TableSkeleton } from "#web/ui/lists/table.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { giftCardStatusLabels } from "./gift-card-labels.ts";
import { type GiftCardListQuery, giftCardListPath, parseGiftCardList } from "./gift-card-list-address.ts";
import { useGiftCards } from "./gift-cards.queries.ts";
import { GiftCardsTable } from "./gift-cards-table.tsx";
import { IssueGiftCardForm } from "./issue-gift-card-form.tsx";

type Query = ReturnType<typeof parseGiftCardList>;

export default function GiftCardsAdminPage() {
  const [search] = useSearchParams();
  const query = parseGiftCardList(search);
  const { page: _page, per_page: _size, ...filters } = query;
  return (
    <main className="mx-auto grid max-w-[90rem] grid-cols-1 gap-4 p-4 md:p-6">
      <PageHead title="Gift cards" hidden />
      <header className="flex flex-wrap items-center justify-between gap-3">
        <h1 className="text-2xl">Gift cards</h1>
        <div className="flex flex-wrap gap-2">
          <ExportButton route="GET /gift-cards/export" query={filters} name="gift-cards" />
          <IssueButton />
        </div>
      </header>
      <Toolbar query={query} />
      <GiftCardList query={query} />
    </main>
  );
}

const IssueButton = () => (
  <Button
    look="primary"
    size="small"
    onClick={() => openDialog({ title: "Issue gift card", content: <IssueGiftCardForm /> })}
  >
    <Plus aria-hidden="true" />
    Issue gift card
  </Button>
);

function Toolbar({ query }: { query: Query }) {
  const change = useListParams<GiftCardListQuery>(parseGiftCardList, giftCardListPath);
  return (
    <div className="flex flex-wrap items-center justify-between gap-3">
      <nav aria-label="Gift card status" className="scroller -mx-1 max-w-full gap-0.5 px-1 py-1">
        {[undefined, ...GiftCardStatus.options].map((status) => (
          <TabLink
            key={status ?? "all"}
            to={giftCardListPath({ ...query, status, page: 1 })}
            chosen={query.status === status}
          >
            {status ? giftCardStatusLabels[status].label : "All"}
          </TabLink>
        ))}
      </nav>
      <ListSearch
        label="Search gift cards"
        placeholder="Last characters or recipient"
        name={query.name}
        onSearch={(name) => change(() => ({ name }))}
      />
    </div>
  );
}

function GiftCardList({ query }: { query: Query }) {
  const { data, error, refetch } = useGiftCards(query);
  if (!data && error) return <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>;
  if (!data) return <TableSkeleton label="Loading gift cards" />;
  if (isPastEnd(data.meta)) return <PageOutOfRange first={giftCardListPath({ ...query, page: 1 })} />;
  if (data.data.length === 0) return <NoGiftCards isFiltered={Boolean(query.name || query.status)} />;
  return (
    <>
      <GiftCardsTable cards={data.data} />
      <ListFooter noun="gift cards" meta={data.meta} read={parseGiftCardList} write={giftCardListPath} />
    </>
  );
}

const NoGiftCards = ({ isFiltered }: { isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon={<Gift />}
      title="No gift cards found"
      action={
        <ShopLink to={dashboardPaths.giftCards()} className={buttonLook()}>
          Show all gift cards
        </ShopLink>
      }
    >
      Try the last four characters of the code, the recipient, or another status.
    </EmptyState>
  ) : (
    <EmptyState icon={<Gift />} title="No gift cards yet" action={<IssueButton />}>
      Issue a code with a balance. Customers enter it in their cart and pay with it.
    </EmptyState>
  );
