import { type FormEvent, useCallback, useEffect, useRef, useState } from "react";
import type { Payment } from "#contract/payments.ts";
import type { usePay } from "#web/checkout/checkout.queries.ts";
import { Banner } from "#web/ui/feedback/banner.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { Button } from "#web/ui/forms/button.tsx";
import { Card } from "#web/ui/layout/card.tsx";
import { formatMoney } from "#web/ui/text/money-format.ts";
import { usePoll } from "#web/ui/text/use-now.ts";
import { languageOf, say, shopLanguage } from "#words/say.ts";
import { isDarkScheme, loadStripe, returnOutcome, type StripeElements, type StripeJs } from "./stripe-js.ts";

type Props = {
  payment: Payment;
  publishableKey: string | undefined;
  confirm: ReturnType<typeof usePay>["confirm"];
  /** Called while Stripe is confirming: the form must stay mounted for its answer. */
  onAsking: (isAsking: boolean) => void;
};

const pollMs = 3000;

/** Stripe's card fields in Stripe's frame: the shop never sees the card number. */
export function CardStep({ payment, publishableKey, confirm, onAsking }: Props) {
  const secret = payment.client.client_secret ?? "";
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "broken">("loading");
  const [isPaying, setPaying] = useState(false);
  const [returned] = useState(() => readReturn(secret));
  const [isDone, setDone] = useState(returned === "done");
  const [problem, setProblem] = useState(returned === "failed" ? declined() : undefined);
  const isUnchecked = useOutcome(isDone, secret, confirm);
  const stripe = useRef<{ js: StripeJs; elements: StripeElements }>(undefined);

  useEffect(
    () => mountCardFields({ place: place.current, publishableKey, secret, setState, stripe }),
    [publishableKey, secret],
  );

  const isAsking = isPaying || isDone;
  useEffect(() => {
    onAsking(isAsking);
    return () => onAsking(false);
  }, [isAsking, onAsking]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe.current || isPaying) return;
    setPaying(true);
    setProblem(undefined);
    const { js, elements } = stripe.current;
    const confirmParams = { return_url: location.origin + location.pathname };
    try {
      const { error } = await js.confirmPayment({ elements, confirmParams, redirect: "if_required" });
      if (error) setProblem(error.message ?? declined());
      else setDone(true);
    } catch {
      // It may have been accepted, so nothing is said about the charge.
      setProblem(say("Something went wrong. Please try again."));
    } finally {
      setPaying(false);
    }
  };
  return (
    <Card>
      <form aria-label={say("Card")} className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <h2 className="text-xl">{say("Your card")}</h2>
        <Notices problem={problem} isUnchecked={isUnchecked} isBroken={state === "broken"} />
        {state === "loading" && <Skeleton className="h-56 rounded" />}
        <div ref={place} className={state === "ready" ? "min-h-56" : "hidden"} />
        <Button type="submit" look="primary" size="large" wide busy={isAsking} disabled={state !== "ready" && !isDone}>
          {say("Pay {amount}", { amount: formatMoney(payment.amount) })}
        </Button>
      </form>
    </Card>
  );
}

/** Once Stripe has accepted the card, polls until the server knows. Returns whether it couldn't be asked the last time. */
function useOutcome(isDone: boolean, secret: string, { mutate }: Props["confirm"]): boolean {
  const [isUnchecked, setUnchecked] = useState(false);
  const ask = useCallback(() => {
    mutate({ token: secret }, { onSuccess: () => setUnchecked(false), onError: () => setUnchecked(true) });
  }, [secret, mutate]);
  usePoll(isDone, ask, pollMs);
  return isDone && isUnchecked;
}

type NoticesProps = { problem: string | undefined; isUnchecked: boolean; isBroken: boolean };

const Notices = ({ problem, isUnchecked, isBroken }: NoticesProps) => (
  <>
    <div role="status" className="empty:hidden">
      {isUnchecked && (
        <Banner tone="warning" title={say("We couldn't check your payment yet")}>
          {say("We keep checking. Don't pay again: this page updates automatically.")}
        </Banner>
      )}
    </div>
    <div role="alert" className="empty:hidden">
      {problem && <Banner tone="danger">{problem}</Banner>}
      {isBroken && (
        <Banner tone="danger" title={say("Couldn't load the card form")}>
          {say(
            "Our payment provider, Stripe, is blocked or unavailable. Reload the page or choose another payment method.",
          )}
        </Banner>
      )}
    </div>
  </>
);

const declined = () => say("The payment didn't go through. You haven't been charged.");

/** Returned from the bank's page: Stripe names the payment in the URL, and whether it failed. */
function readReturn(secret: string): "done" | "failed" | undefined {
  const outcome = returnOutcome(location.search, secret);
  if (outcome) history.replaceState(history.state, "", location.pathname);
  return outcome;
}

interface MountOptions {
  place: HTMLElement | null;
  publishableKey: string | undefined;
  secret: string;
  setState: (state: "ready" | "broken") => void;
  stripe: { current: { js: StripeJs; elements: StripeElements } | undefined };
}

function mountCardFields({ place, publishableKey, secret, setState, stripe }: MountOptions) {
  let isOver = false;
  let element: ReturnType<StripeElements["create"]> | undefined;
  const begin = async () => {
    if (!place || !publishableKey) return setState("broken");
    const js = await loadStripe(publishableKey);
    if (isOver) return;
    const elements = js.elements({
      clientSecret: secret,
      appearance: stripeAppearance(place),
      locale: languageOf(shopLanguage()),
    });
    element = elements.create("payment");
    element.on("ready", () => setState("ready"));
    element.on("loaderror", () => setState("broken"));
    element.mount(place);
    stripe.current = { js, elements };
    setState("ready");
  };
  begin().catch(() => isOver || setState("broken"));
  return () => {
    isOver = true;
    element?.destroy();
  };
}

/** The shop's current colors, as Stripe's frame can't read CSS variables. */
function stripeAppearance(place: HTMLElement) {
  const { color, fontSize } = getComputedStyle(place);
  return {
    theme: isDarkScheme(getComputedStyle(document.documentElement).colorScheme) ? "night" : "stripe",
    variables: { colorText: color, fontSizeBase: fontSize },
  };
}
