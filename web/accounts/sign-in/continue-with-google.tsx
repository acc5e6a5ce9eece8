import { paths } from "#web/paths.ts";
import { buttonLook } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";

/** Starts Google sign-in, which returns to /login-success. */
export const ContinueWithGoogle = () => (
  <form action={paths.googleSignIn()} className="grid gap-5">
    <p
      className={
        "flex items-center gap-4 text-sm text-muted before:h-px before:flex-1 before:bg-hairline after:h-px " +
        "after:flex-1 after:bg-hairline"
      }
    >
      {say("or")}
    </p>
    <button type="submit" className={buttonLook({ size: "large", wide: true })}>
      {say("Continue with Google")}
    </button>
  </form>
);
