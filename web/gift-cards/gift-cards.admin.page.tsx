import { useQuery } from "@tanstack/react-query";
import { Gift } from "lucide-react";
import { pageQuery } from "#web/api/call.ts";
import { AdminPage, CreateButton } from "#web/ui/admin/admin-page.tsx";
import { ListResult } from "#web/ui/lists/list-result.tsx";
import { ListTabs, ListToolbar, useListQuery } from "#web/ui/lists/list-toolbar.tsx";
import { openDialog } from "#web/ui/overlay/dialog-store.ts";
import { giftCardStatusLabels } from "./gift-card-labels.ts";
import { giftCardList } from "./gift-cards.queries.ts";
import { GiftCardsTable } from "./gift-cards-table.tsx";
import { IssueGiftCardForm } from "./issue-gift-card-form.tsx";

export default function GiftCardsAdminPage() {
  const query = useListQuery(giftCardList);
  return (
    <AdminPage
      title="Gift cards"
      exported={{ route: "GET /gift-cards/export", query: giftCardList.filtersOf(query) }}
      actions={<IssueButton />}
    >
      <ListToolbar
        list={giftCardList}
        search={{ label: "Search gift cards", placeholder: "Last characters or recipient" }}
      >
        <ListTabs list={giftCardList} name="status" label="Gift card status" options={giftCardStatusLabels} />
      </ListToolbar>
      <ListResult
        result={useQuery(pageQuery("GET /gift-cards", { query }))}
        list={giftCardList}
        noun="gift cards"
        empty={{
          icon: <Gift />,
          title: "No gift cards yet",
          says: "Issue a code with a balance. Customers enter it in their cart and pay with it.",
          action: <IssueButton />,
          hint: "Try the last four characters of the code, the recipient, or another status.",
        }}
      >
        {(cards) => <GiftCardsTable cards={cards} />}
      </ListResult>
    </AdminPage>
  );
}

const IssueButton = () => (
  <CreateButton onClick={() => openDialog({ title: "Issue gift card", content: <IssueGiftCardForm /> })}>
    Issue gift card
  </CreateButton>
);
