import { type FormEvent, useEffect, useRef, useState } from "react";
import type { Payment } from "#contract/payments.ts";
import { Button } from "#web/ui/button.tsx";
import { Card } from "#web/ui/card.tsx";
import { formatMoney } from "#web/ui/money-format.ts";
import { Notice } from "#web/ui/notice.tsx";
import { Skeleton } from "#web/ui/skeleton.tsx";
import { languageOf, say, shopLanguage, shopLocale } from "#words/say.ts";
import type { usePay } from "./checkout.queries.ts";
import { type StripeElements, type StripeJs, stripeJs } from "./stripe-js.ts";

type Props = {
  payment: Payment;
  publishableKey: string | undefined;
  confirm: ReturnType<typeof usePay>["confirm"];
  /** Told from when Stripe is asked until it says no: taken away meanwhile, nobody would hear its answer. */
  onAsking: (isAsking: boolean) => void;
};

const askAgainMs = 3000;

/** Stripe's own fields for a card, in Stripe's own frame: the shop never sees its number. */
export function CardStep({ payment, publishableKey, confirm, onAsking }: Props) {
  const locale = shopLocale();
  const secret = payment.client.client_secret ?? "";
  const place = useRef<HTMLDivElement>(null);
  const [state, setState] = useState<"loading" | "ready" | "broken">("loading");
  const [isPaying, setPaying] = useState(false);
  const [isDone, setDone] = useState(() => hasComeBack(secret));
  const [said, setSaid] = useState<string>();
  const stripe = useRef<{ js: StripeJs; elements: StripeElements }>(undefined);

  useEffect(() => mount({ place: place.current, publishableKey, secret, setState, stripe }), [publishableKey, secret]);
  const { mutate } = confirm;
  // Stripe has it; the shop asks Stripe until it has heard so too.
  useEffect(() => {
    if (!isDone) return;
    const ask = () => mutate({ token: secret });
    ask();
    const again = setInterval(ask, askAgainMs);
    return () => clearInterval(again);
  }, [isDone, secret, mutate]);

  const isAsking = isPaying || isDone;
  useEffect(() => {
    onAsking(isAsking);
    return () => onAsking(false);
  }, [isAsking, onAsking]);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (!stripe.current || isPaying) return;
    setPaying(true);
    setSaid(undefined);
    const { js, elements } = stripe.current;
    const confirmParams = { return_url: location.origin + location.pathname };
    const { error } = await js.confirmPayment({ elements, confirmParams, redirect: "if_required" });
    setPaying(false);
    if (error) setSaid(error.message ?? say("The payment did not go through. Nothing was charged."));
    else setDone(true);
  };
  return (
    <Card>
      <form aria-label={say("Card")} className="grid gap-5" onSubmit={(event) => void submit(event)}>
        <h2 className="text-xl">{say("Your card")}</h2>
        <div role="alert" className="empty:hidden">
          {said && <Notice tone="danger">{said}</Notice>}
          {state === "broken" && (
            <Notice tone="danger" title={say("The card fields could not be loaded")}>
              {say("Something keeps Stripe, our payment provider, from this page. Reload it, or pay another way.")}
            </Notice>
          )}
        </div>
        {state === "loading" && <Skeleton className="h-56 rounded" />}
        <div ref={place} className={state === "ready" ? "min-h-56" : "hidden"} />
        <Button type="submit" look="primary" size="large" wide busy={isAsking} disabled={state !== "ready" && !isDone}>
          {say("Pay {amount}", { amount: formatMoney(payment.amount, locale) })}
        </Button>
      </form>
    </Card>
  );
}

/** Back from a bank's own page: Stripe says in the address what it was about. */
function hasComeBack(secret: string) {
  const isBack = new URLSearchParams(location.search).get("payment_intent_client_secret") === secret;
  if (isBack) history.replaceState(history.state, "", location.pathname);
  return isBack;
}

interface Mounting {
  place: HTMLElement | null;
  publishableKey: string | undefined;
  secret: string;
  setState: (state: "ready" | "broken") => void;
  stripe: { current: { js: StripeJs; elements: StripeElements } | undefined };
}

function mount({ place, publishableKey, secret, setState, stripe }: Mounting) {
  let isOver = false;
  let element: ReturnType<StripeElements["create"]> | undefined;
  const begin = async () => {
    if (!place || !publishableKey) return setState("broken");
    const js = await stripeJs(publishableKey);
    if (isOver) return;
    const elements = js.elements({
      clientSecret: secret,
      appearance: appearanceOf(place),
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

/** The shop's own colours, as its theme has them now: a frame of Stripe's can't see our variables. */
function appearanceOf(place: HTMLElement) {
  const { color, fontSize } = getComputedStyle(place);
  const isDark = getComputedStyle(document.documentElement).colorScheme === "dark";
  return {
    theme: isDark || matchMedia("(prefers-color-scheme: dark)").matches ? "night" : "stripe",
    variables: { colorText: color, fontSizeBase: fontSize },
  };
}
