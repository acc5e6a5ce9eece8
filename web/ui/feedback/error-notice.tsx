import type { ComponentProps } from "react";
import { Button } from "#web/ui/forms/button.tsx";
import { say } from "#words/say.ts";
import { Banner } from "./banner.tsx";

type Props = Pick<ComponentProps<"div">, "className" | "children"> & { title?: string; onRetry: () => void };

/** What could not be fetched, said where it would stand, with another try. */
export const ErrorNotice = ({ onRetry, ...rest }: Props) => (
  <Banner
    {...rest}
    tone="danger"
    role="alert"
    action={
      <Button size="small" onClick={onRetry}>
        {say("Retry")}
      </Button>
    }
  />
);
