import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { Link, useLocation, useNavigate } from "react-router";
import type { Shop } from "#contract/shop/shop.ts";
import { AccountForm, AgreementNote, UsernameField } from "#web/accounts/account-form.tsx";
import { call, query } from "#web/api/call.ts";
import { useSession } from "#web/api/session/session.ts";
import { closeSignIn, dismissSignIn, useSignInDialog } from "#web/api/session/sign-in-request.ts";
import { lazyComponent } from "#web/hydration/lazy-component.tsx";
import { paths } from "#web/paths.ts";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { PasswordField } from "#web/ui/forms/fields/password-field.tsx";
import { notBlank, registerField, useCallForm } from "#web/ui/forms/use-call-form.ts";
import { imageUrl } from "#web/ui/media/image-sources.ts";
import { Dialog, type DialogClosing } from "#web/ui/overlay/dialog.tsx";
import { say, text } from "#words/say.ts";
import { ContinueWithGoogle } from "./continue-with-google.tsx";
import { takeTwoFactorToken } from "./two-factor-token.ts";
import { useFinishSignIn } from "./use-signed-in.ts";

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

const TwoFactorForm = lazyComponent(() => import("./two-factor-form.tsx").then((part) => part.TwoFactorForm));
const GuestForm = lazyComponent(() => import("./guest-form.tsx").then((part) => part.GuestForm));
const CodeForm = lazyComponent(() => import("./code-form.tsx").then((part) => part.CodeForm));

/**
 * Sign-in by password or, first at the checkout, with an email alone or by a code; with the other methods. Asks for a
 * second step where the account needs one.
 */
function SignInForm() {
  const first = useFirstMethod();
  const [method, setMethod] = useState(first);
  const [token, setToken] = useState<string>();
  const signedIn = useFinishSignIn();
  if (token !== undefined)
    return (
      <Suspense fallback={<Skeleton className="h-60" />}>
        <TwoFactorForm token={token} onSignedIn={signedIn} onRestart={() => setToken(undefined)} />
      </Suspense>
    );
  const [onCode, onPassword] = [() => setMethod("code"), () => setMethod("password")];
  if (method === "password") return <PasswordSignIn onCode={onCode} onTwoFactor={setToken} />;
  return (
    <Suspense fallback={<Skeleton className="h-80" />}>
      {method === "guest" ? (
        <GuestForm onCode={onCode} onPassword={onPassword} />
      ) : (
        <CodeForm onPassword={onPassword} onTwoFactor={setToken} />
      )}
    </Suspense>
  );
}

/** At the checkout an email alone, if the shop allows it; for an order that was placed before its owner signs in. */
function useFirstMethod(): "guest" | "code" | "password" {
  const byCode = useSignInDialog((dialog) => dialog.byCode ?? false);
  const isOut = useSession(({ status }) => status === "out");
  const { pathname } = useLocation();
  const isOffered = useQuery(query("GET /shop", {})).data?.data.guest_checkout ?? false;
  if (!byCode) return "password";
  return isOffered && isOut && !pathname.startsWith(paths.payment("")) ? "guest" : "code";
}

interface PasswordSignInProps {
  onCode: () => void;
  /** The sign-in needs a second step, with this token. */
  onTwoFactor: (token: string) => void;
}

function PasswordSignIn({ onCode, onTwoFactor }: PasswordSignInProps) {
  const state = useLoginForm(onTwoFactor);
  const location = useLocation();
  return (
    <div className="grid gap-5">
      <AccountForm state={state} action={say("SIGN IN")}>
        <UsernameField
          label={say("Username or email")}
          {...registerField(state.form, "username", notBlank(say("Username required")))}
        />
        <PasswordField
          label={say("Password")}
          autoComplete="current-password"
          {...registerField(state.form, "password", { required: say("Password required") })}
        />
        <p className="-mt-2 text-sm">
          <Link
            to={paths.forgotPassword()}
            onClick={closeSignIn}
            className="inline-flex min-h-8 items-center text-link underline underline-offset-4"
          >
            {say("Forgot your password?")}
          </Link>
        </p>
        <AgreementNote words={text("By signing in, you agree to our {privacy} and {terms}.")} />
      </AccountForm>
      <ContinueWithGoogle />
      <Button size="large" wide onClick={onCode}>
        {say("Email me a code")}
      </Button>
      <p className="text-center text-sm text-muted">
        {say("New here?")}{" "}
        <Link
          to={paths.signUp()}
          state={{ from: location.pathname + location.search }}
          onClick={closeSignIn}
          className="font-semibold text-link underline underline-offset-4"
        >
          {say("Create an account")}
        </Link>
      </p>
    </div>
  );
}

function useLoginForm(onTwoFactor: (token: string) => void) {
  const signedIn = useFinishSignIn();
  const state = useCallForm({
    start: { username: "", password: "" },
    errorFields: [],
    send: async (body) => {
      const answer = await call("POST /auth/login", { body });
      state.form.reset();
      signedIn(answer);
    },
    onProblem: (problem) => {
      if (takeTwoFactorToken(problem, onTwoFactor)) return true;
      if (problem.explained || problem.status === 0) return false;
      state.setProblem(say("Login failed"));
      return true;
    },
  });
  return state;
}
