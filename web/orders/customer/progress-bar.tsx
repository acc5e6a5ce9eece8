import { Check } from "lucide-react";
import { classes } from "#web/ui/layout/classes.ts";
import { formatDay } from "#web/ui/text/date-format.ts";
import { say } from "#words/say.ts";
import { progressText, type Step } from "./progress.ts";

/** The progress of an order, horizontal on wide screens. */
export const ProgressBar = ({ steps }: { steps: Step[] }) => (
  <div>
    <p role="status" className="sr-only">
      {progressText(steps)}
    </p>
    <ol aria-label={say("Status")} className="grid gap-0 sm:grid-flow-col sm:auto-cols-fr">
      {steps.map(({ label, at, state }, index) => (
        <li
          key={label}
          aria-current={state === "now" ? "step" : undefined}
          className="relative flex gap-3 pb-5 last:pb-0 sm:grid sm:content-start sm:justify-items-center sm:pb-0 sm:text-center"
        >
          {steps[index + 1] && <Line done={steps[index + 1]?.state === "done"} />}
          <span className={classes(dot, state === "done" ? done : state === "now" ? current : upcoming)}>
            {state === "done" && <Check className="size-3.5" strokeWidth={3} />}
          </span>
          <span className="text-sm">
            <span className={classes("block", state === "ahead" ? "text-muted" : "font-medium")}>{say(label)}</span>
            {at && <span className="block text-muted">{formatDay(at)}</span>}
          </span>
        </li>
      ))}
    </ol>
  </div>
);

const Line = ({ done }: { done: boolean }) => (
  <span
    aria-hidden="true"
    className={classes(
      "absolute inset-s-[0.6875rem] top-7 bottom-1 w-0.5 sm:inset-s-[calc(50%+1rem)]",
      "sm:inset-e-[calc(-50%+1rem)] sm:top-[0.6875rem] sm:bottom-auto sm:h-0.5 sm:w-auto",
      done ? "bg-accent" : "bg-hairline",
    )}
  />
);

const dot = "z-1 grid size-6 shrink-0 place-items-center rounded-full border-2";
const done = "border-accent bg-accent text-on-accent";
const current = "border-accent bg-surface";
const upcoming = "border-hairline bg-surface";
