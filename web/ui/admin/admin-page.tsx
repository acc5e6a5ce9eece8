import { ExternalLink, Plus } from "lucide-react";
import { type ReactNode, type Ref, useEffect, useEffectEvent } from "react";
import { useLocation, useNavigate } from "react-router";
import { Button, type ButtonVariant, useReadOnly } from "#web/ui/forms/button.tsx";
import { classes } from "#web/ui/layout/classes.ts";
import { Breadcrumbs, type Crumb, PageHead } from "#web/ui/layout/page-head.tsx";
import { ButtonLink } from "#web/ui/layout/shop-link.tsx";
import { ExportButton, type ListExport } from "#web/ui/lists/export-button.tsx";

const widths = {
  wide: "mx-auto max-w-[90rem] gap-4 p-4 md:p-6",
  medium: "mx-auto max-w-[76rem] gap-4 p-4 md:p-6",
  narrow: "mx-auto max-w-[60rem] gap-4 p-4 md:p-6",
  /** Next to the menu of the settings. */
  settings: "min-w-0 content-start gap-5",
};

type Props = {
  title: string;
  /** A sentence below the title. */
  hint?: string;
  /** The pages it is below. */
  above?: Crumb[];
  /** The export of the list that is shown. */
  exported?: ListExport;
  /** Buttons and links at the end of the heading. */
  actions?: ReactNode;
  width?: keyof typeof widths;
  heading?: Ref<HTMLHeadingElement>;
  children: ReactNode;
};

/** A page of the dashboard: its heading, then what it shows. */
export const AdminPage = ({ title, hint, above, exported, actions, width = "wide", heading, children }: Props) => (
  <main className={classes("grid grid-cols-1", widths[width])}>
    <PageHead title={title} hidden />
    {above && <Breadcrumbs crumbs={[...above, { label: title }]} />}
    <header className="flex flex-wrap items-center justify-between gap-3">
      <div className="grid gap-1">
        <h1 ref={heading} tabIndex={heading ? -1 : undefined} className="text-2xl">
          {title}
        </h1>
        {hint && <p className="max-w-prose text-sm text-muted">{hint}</p>}
      </div>
      <div className="flex flex-wrap gap-2 empty:hidden">
        {exported && <ExportButton {...exported} name={title.toLowerCase().replaceAll(" ", "-")} />}
        {actions}
      </div>
    </header>
    {children}
  </main>
);

/** The link of a list to the page where something new is made; not shown to those who may not. */
export function CreateLink({ to, children }: { to: string; children: string }) {
  if (useReadOnly()) return null;
  return <ButtonLink to={to} look="primary" size="small" icon={<Plus />} label={children} />;
}

type CreateProps = {
  children: string;
  onClick: () => void;
  look?: ButtonVariant;
  /** The end of the address that opens the form too, as the command palette does. */
  hash?: string;
};

/** The button of a page that opens the form for something new; not shown to those who may not. */
export function CreateButton({ children, onClick, look = "primary", hash = "create" }: CreateProps) {
  useOpenFromAddress(`#${hash}`, onClick);
  return (
    <Button writes look={look} size="small" onClick={onClick}>
      <Plus />
      {children}
    </Button>
  );
}

function useOpenFromAddress(wanted: string, open: () => void) {
  const { hash, search } = useLocation();
  const navigate = useNavigate();
  const isWanted = hash === wanted && !useReadOnly();
  const openForm = useEffectEvent(() => {
    // Otherwise a reload would open the form again.
    void navigate({ search }, { replace: true, preventScrollReset: true });
    open();
  });
  useEffect(() => {
    if (isWanted) openForm();
  }, [isWanted]);
}

type NewTabLinkProps = {
  href: string;
  /** What is opened, for screen readers. */
  of?: string;
  children: string;
};

/** A link that opens in a new tab, such as from a form to the page that it changes. */
export const NewTabLink = ({ href, children, of }: NewTabLinkProps) => (
  <a
    href={href}
    target="_blank"
    rel="noreferrer"
    className="touch-target inline-flex items-center gap-1 text-sm text-link underline underline-offset-4"
  >
    {children}
    <ExternalLink className="size-3.5" />
    <span className="sr-only">{of} (opens in a new tab)</span>
  </a>
);
