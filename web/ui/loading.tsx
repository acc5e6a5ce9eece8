import { say } from "#words/say.ts";
import { Spinner } from "./spinner.tsx";

/** The full-screen 'Loading...' shown while it is not known yet who is asking. */
export const Loading = () => (
  <div role="status" className="fixed inset-0 z-40 grid place-items-center bg-page">
    <p className="flex items-center gap-3 text-muted">
      <Spinner className="text-xl text-link" />
      {say("Loading...")}
    </p>
  </div>
);
