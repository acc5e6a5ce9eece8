import { useEffect, useRef } from "react";
import type { Quote } from "#contract/checkout.ts";
import type { Money } from "#contract/money.ts";
import type { CallProblem } from "#web/api/call-problem.ts";
import { say } from "#words/say.ts";
import { PlacementProblem, PriceChanges, UnavailableLines } from "./placement-problem.tsx";

type Props = { problem: CallProblem | null; before: Money | undefined; quote: Quote | undefined; attempt: number };

/** Why the order can't be placed: from the last attempt, or from the quote. */
export function OrderProblem({ problem, before, quote, attempt }: Props) {
  const container = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (problem && attempt > 0) container.current?.scrollIntoView({ block: "nearest" });
  }, [problem, attempt]);
  return (
    <div ref={container} role="alert" className="grid gap-3 empty:hidden">
      {problem ? (
        <PlacementProblem problem={problem} before={before} />
      ) : quote && !quote.can_order ? (
        <UnavailableLines lines={quote.lines} title={say("Some items need your attention")} />
      ) : (
        quote && <PriceChanges lines={quote.lines} />
      )}
    </div>
  );
}
