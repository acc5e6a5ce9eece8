import { Banner } from "#web/ui/feedback/banner.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { ShopLink } from "#web/ui/layout/shop-link.tsx";
import { DataTable } from "./data-table.tsx";

type Failure = { id: number; name: string; message: string };
type Props = { label: string; head?: string; failures: Failure[]; count: number; href: (id: number) => string };

/** Products, or what else `head` says, with the reason why they were not changed. */
export const FailedItems = ({ label, head = "Product", failures, count, href }: Props) => (
  <div className="grid gap-2">
    <DataTable
      label={label}
      rows={failures}
      rowKey={({ id }) => id}
      columns={[
        {
          head,
          className: "font-medium sm:min-w-56",
          cell: ({ id, name }) => (
            <ShopLink to={href(id)} className="underline-offset-4 hover:underline">
              {name}
            </ShopLink>
          ),
        },
        { head: "Reason", className: "w-full text-danger", cell: ({ message }) => message },
      ]}
    />
    {count > failures.length && <p className="text-sm text-muted">And {count - failures.length} more.</p>}
  </div>
);

type NoticeProps = {
  title: string;
  tone?: "danger" | "warning";
  reasons: string[];
  onDismiss?: (() => void) | undefined;
};

/** What a bulk action did not change, each with its reason; announced when there is any. */
export const FailureNotice = ({ title, tone = "danger", reasons, onDismiss }: NoticeProps) => (
  <div role="alert" className="grid empty:hidden">
    {reasons.length > 0 && (
      <Banner
        tone={tone}
        title={title}
        action={
          onDismiss && (
            <Button size="small" onClick={onDismiss}>
              Dismiss
            </Button>
          )
        }
      >
        <ul>
          {reasons.map((reason) => (
            <li key={reason}>{reason}</li>
          ))}
        </ul>
      </Banner>
    )}
  </div>
);
