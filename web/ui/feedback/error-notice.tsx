import type { ReactNode } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { Banner } from "./banner.tsx";

type Props = { children: ReactNode; onRetry: () => void };

/** A failed fetch with a button that retries. */
export const ErrorNotice = ({ children, onRetry }: Props) => (
  <Banner
    tone="danger"
    role="alert"
    action={
      <Button size="small" onClick={onRetry}>
        {say("Retry")}
      </Button>
    }
  >
    {children}
  </Banner>
);
