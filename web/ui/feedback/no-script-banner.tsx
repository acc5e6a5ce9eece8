import { say } from "#words/say.ts";
import { Banner } from "./banner.tsx";

/** For a place that is filled by script, seen by whoever has turned it off. Give what it stands for `noscript:hidden`. */
export const NoScriptBanner = ({ words = say("This page needs JavaScript. Turn it on in your browser.") }) => (
  <div className="hidden noscript:block">
    <Banner>{words}</Banner>
  </div>
);
