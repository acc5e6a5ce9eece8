import { useQuery } from "@tanstack/react-query";
import { useLocation, useNavigate } from "react-router";
import type { Shop } from "#contract/shop/shop.ts";
import { query } from "#web/api/call.ts";
import { closeSignIn, dismissSignIn } from "#web/api/session/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { imageUrl } from "#web/ui/media/image-sources.ts";
import { Dialog, type DialogClosing } from "#web/ui/overlay/dialog.tsx";
import { say } from "#words/say.ts";
import { SignInForm } from "./sign-in-form.tsx";

/** The sign-in dialog. Closing it on a page that needs a sign-in goes one step back. */
export function SignInDialog({ open }: { open: boolean }) {
  const { pathname } = useLocation();
  const navigate = useNavigate();
  const shop = useQuery(query("GET /shop", {})).data?.data;
  const onClose = (closing: DialogClosing) => {
    if (closing === "other") return closeSignIn();
    // A page that needs a sign-in handles going back itself.
    if (closing === "back" && isGuarded(pathname)) return;
    dismissSignIn();
    if (!isGuarded(pathname)) return;
    // The router stores the history index.
    const { idx = 0 } = (history.state ?? {}) as { idx?: number };
    void (idx > 0 ? navigate(-1) : navigate(paths.home(), { replace: true }));
  };
  return (
    <Dialog open={open} onClose={onClose} title={<Heading name={shop?.name ?? ""} logo={shop?.logo ?? null} />}>
      <SignInForm />
    </Dialog>
  );
}

const Heading = ({ name, logo }: Pick<Shop, "name" | "logo">) => (
  <span className="grid justify-items-center gap-4 ps-10 pt-4 text-center text-2xl">
    <img
      src={logo ? imageUrl(logo.url, 320) : "/favicon.svg"}
      alt={name}
      width={logo?.width ?? 56}
      height={logo?.height ?? 56}
      className="h-14 w-auto max-w-48 object-contain"
    />
    {say("Sign in to continue")}
  </span>
);

const guarded = /^\/(dashboard|checkout|account|payment)(\/|$)/;

/** Whether a path needs a sign-in. */
export const isGuarded = (pathname: string) => guarded.test(pathname);
