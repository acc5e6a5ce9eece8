import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useForm } from "react-hook-form";
import type { Profile } from "#contract/accounts/accounts.ts";
import { emailRule } from "#web/accounts/field-rules.ts";
import { call } from "#web/api/call.ts";
import { setFieldErrors } from "#web/api/field-errors.ts";
import { query } from "#web/api/query.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { toast } from "#web/ui/feedback/toast-store.ts";
import { Button } from "#web/ui/forms/button.tsx";
import { FormProblem } from "#web/ui/forms/dialog-form.tsx";
import { TextField } from "#web/ui/forms/text-field.tsx";
import { CardSection } from "#web/ui/layout/card.tsx";
import { say } from "#words/say.ts";

interface Fields {
  fullname: string;
  email: string;
  username: string;
}

/** Name, email and username; email or username must remain for signing in. */
export function ProfileForm({ profile }: { profile: Profile }) {
  const client = useQueryClient();
  const [problemText, setProblemText] = useState<string>();
  const { register, handleSubmit, setError, reset, getValues, formState } = useForm<Fields>({
    defaultValues: fieldsOf(profile),
  });
  const saving = useMutation({
    mutationFn: ({ fullname, email, username }: Fields) =>
      call("PUT /account/profile", {
        body: { fullname: fullname.trim() || null, email: email.trim() || null, username: username.trim() || null },
      }),
    onMutate: () => setProblemText(undefined),
    onError: (problem) => setProblemText(setFieldErrors(problem, ["fullname", "email", "username"], setError)),
    onSuccess: (answer) => {
      client.setQueryData(query("GET /account/profile", {}).queryKey, answer);
      reset(fieldsOf(answer.data));
      toast({ title: say("Profile saved"), tone: "success" });
    },
  });
  const { errors } = formState;
  const fieldOf = (name: keyof Fields) => ({ error: errors[name]?.message, ...register(name) });
  const save = handleSubmit((fields) => saving.mutate(fields));
  return (
    <CardSection title={say("About you")}>
      <form method="post" className="grid max-w-lg gap-4" noValidate onSubmit={save}>
        <FormProblem problem={problemText} />
        <PendingNote email={saving.data?.data.pending_email} />
        <TextField label={say("Name")} optional autoComplete="name" {...fieldOf("fullname")} />
        <TextField
          label={say("Email")}
          type="email"
          optional
          autoComplete="email"
          error={errors.email?.message}
          {...register("email", { pattern: emailRule().pattern })}
        />
        <TextField
          label={say("Username")}
          optional
          autoComplete="username"
          autoCapitalize="none"
          spellCheck={false}
          error={errors.username?.message}
          {...register("username", {
            validate: (username) =>
              Boolean(username.trim() || getValues("email").trim()) ||
              say("Enter an email or username to sign in with."),
          })}
        />
        <div>
          <Button type="submit" look="primary" busy={saving.isPending}>
            {say("Save profile")}
          </Button>
        </div>
      </form>
    </CardSection>
  );
}

const PendingNote = ({ email }: { email: string | null | undefined }) =>
  email ? (
    <Banner tone="info" role="status" title={say("Confirm your new email address")}>
      {say("We sent a link to {email}. Open it to confirm the change.", { email })}
    </Banner>
  ) : null;

const fieldsOf = ({ fullname, email, username }: Profile): Fields => ({
  fullname: fullname ?? "",
  email: email ?? "",
  username: username ?? "",
});
