import type { ReactNode } from "react";
import type { Customer } from "#contract/accounts/customers.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { Badge } from "#web/ui/text/badge.tsx";
import { formatDay, formatMoment } from "#web/ui/text/date-format.ts";
import { useNow } from "#web/ui/text/use-now.ts";
import { shopLocale } from "#words/say.ts";
import { isRecent, lastSeenText } from "./user-labels.ts";

const minute = 60_000;

/** Figures of an account: those of other modules as children, then joined and last seen. */
export function UserFigures({ user, children }: { user: Customer; children: ReactNode }) {
  const locale = shopLocale();
  const now = useNow(minute);
  const seen = user.last_seen_at;
  return (
    <dl aria-label="Figures" className="grid grid-cols-2 gap-3 sm:grid-cols-4">
      {children}
      <UserFigure label="Joined" figure={formatDay(user.created_at, locale)} />
      <UserFigure
        label="Last seen"
        figure={lastSeenText(seen, now, locale)}
        note={seen && isRecent(seen, now) && formatDay(seen, locale)}
      />
    </dl>
  );
}

/** One figure with a note below. */
export const UserFigure = ({ label, figure, note }: { label: string; figure: ReactNode; note?: ReactNode }) => (
  <div className="rounded-lg border border-hairline bg-surface px-4 py-3 md:px-5 md:py-4">
    <dt className="text-sm font-medium text-muted">{label}</dt>
    <dd>
      <span className="block text-lg font-semibold tabular-nums first-letter:uppercase">{figure}</span>
      {note && <span className="block text-sm text-muted">{note}</span>}
    </dd>
  </div>
);

export const UserContact = ({ user: { email, email_verified_at, username } }: { user: Customer }) => (
  <CardSection title="Contact and sign-in">
    <dl className="grid gap-4 text-sm">
      <Fact label="Email">
        {email ? (
          <span className="flex flex-wrap items-center gap-x-2 gap-y-1">
            <a href={`mailto:${email}`} className="min-w-0 text-link underline underline-offset-4 wrap-anywhere">
              {email}
            </a>
            {email_verified_at ? (
              <Badge tone="success" title={`Verified ${formatMoment(email_verified_at, shopLocale())}`}>
                Verified
              </Badge>
            ) : (
              <Badge tone="warning">Not verified</Badge>
            )}
          </span>
        ) : (
          <None />
        )}
      </Fact>
      <Fact label="Username">{username ? <bdi className="wrap-anywhere">{username}</bdi> : <None />}</Fact>
    </dl>
  </CardSection>
);

const Fact = ({ label, children }: { label: string; children: ReactNode }) => (
  <div className="grid gap-1">
    <dt className="text-muted">{label}</dt>
    <dd>{children}</dd>
  </div>
);

const None = () => <span className="text-muted">Not provided</span>;
