import { say } from "#words/say.ts";
import { Banner } from "./banner.tsx";

/** Shown without JavaScript, instead of an element with the class `noscript:hidden`. */
export const NoScriptBanner = ({ words = say("This page needs JavaScript. Turn it on in your browser.") }) => (
  <div className="hidden noscript:block">
    <Banner>{words}</Banner>
  </div>
);
