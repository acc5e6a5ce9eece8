import { say } from "#words/say.ts";
import { classes } from "./classes.ts";

/** A thin line along the top while something is under way. It takes no space and fades rather than jumps. */
export function LoadingBar({ active }: { active: boolean }) {
  return (
    <div role="status">
      <div
        role="progressbar"
        aria-label={say("Loading...")}
        aria-hidden={!active}
        className={classes(
          "pointer-events-none fixed inset-x-0 top-0 z-60 h-0.5 overflow-hidden transition-opacity duration-(--slow)",
          active ? "opacity-100" : "opacity-0",
        )}
      >
        <div
          className={classes("h-full w-2/5 rounded-full bg-accent", active && "animate-travel motion-reduce:w-full")}
        />
      </div>
    </div>
  );
}
