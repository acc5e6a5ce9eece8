import { useMutation } from "@tanstack/react-query";
import { useForm } from "react-hook-form";
import { Link, useLocation, useNavigate } from "react-router";
import type { Login } from "#contract/accounts.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { useTakeSignIn } from "#web/api/profile.ts";
import { closeSignIn, finishSignIn } from "#web/api/sign-in-request.ts";
import { paths } from "#web/paths.ts";
import { Button } from "#web/ui/button.tsx";
import { TextField } from "#web/ui/text-field.tsx";
import { toast } from "#web/ui/toast-store.ts";
import { ContinueWithGoogle } from "./continue-with-google.tsx";
import { RefusalNote } from "./refusal-note.tsx";

/** Username and password, and the other ways in. */
export function SignInForm() {
  const { register, handleSubmit, reset, formState } = useForm<Login>({
    defaultValues: { username: "", password: "" },
  });
  const { errors } = formState;
  const location = useLocation();
  const signIn = useSignIn(reset);
  return (
    <div className="grid gap-5">
      <form className="grid gap-4" noValidate onSubmit={handleSubmit((login) => signIn.mutate(login))}>
        <RefusalNote words={signIn.error ? wordsOf(signIn.error) : undefined} />
        <TextField
          label="Username"
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register("username", { validate: (text) => text.trim() !== "" || "Username required" })}
        />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          error={errors.password?.message}
          {...register("password", { required: "Password required" })}
        />
        <AgreementNote doing="logging in" onLeave={closeSignIn} />
        <Button type="submit" look="primary" size="large" wide busy={signIn.isPending}>
          SIGN IN
        </Button>
      </form>
      <ContinueWithGoogle />
      <p className="text-center text-sm text-muted">
        New here?{" "}
        <Link
          to={paths.signUp()}
          state={{ from: location.pathname + location.search }}
          onClick={closeSignIn}
          className="font-semibold text-link underline underline-offset-4"
        >
          Create an account
        </Link>
      </p>
    </div>
  );
}

function useSignIn(reset: () => void) {
  const takeSignIn = useTakeSignIn();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: (login: Login) => call("POST /auth/login", { body: login }),
    onSuccess: (answer) => {
      takeSignIn(answer);
      reset();
      toast({ title: "Login successful 🔓", tone: "success" });
      finishSignIn();
      if (answer.role === "admin") void navigate(paths.dashboard(), { replace: true });
    },
  });
}

const wordsOf = (problem: unknown) =>
  problem instanceof CallProblem && (problem.explained || problem.status === 0) ? problem.message : "Login failed";

/** What one agrees to, with links to read it. */
export const AgreementNote = ({ doing, onLeave }: { doing: string; onLeave?: () => void }) => (
  <p className="text-sm text-muted">
    By {doing} you agree to our{" "}
    <Link to={paths.privacy()} onClick={onLeave} className="text-link underline underline-offset-4">
      privacy policy
    </Link>{" "}
    and{" "}
    <Link to={paths.terms()} onClick={onLeave} className="text-link underline underline-offset-4">
      terms of use
    </Link>
    .
  </p>
);
