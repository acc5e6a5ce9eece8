import { Link } from "react-router";
import { paths } from "#web/paths.ts";
import { sayWith } from "#web/ui/text/say-with.ts";
import { say } from "#words/say.ts";

/** Consent text with links in the gaps `privacy` and `terms`. */
export const AgreementNote = ({ words, onLeave }: { words: string; onLeave?: () => void }) => (
  <p className="text-sm text-muted">
    {sayWith(words, {
      privacy: (
        <Link to={paths.privacy()} onClick={onLeave} className="text-link underline underline-offset-4">
          {say("privacy policy")}
        </Link>
      ),
      terms: (
        <Link to={paths.terms()} onClick={onLeave} className="text-link underline underline-offset-4">
          {say("terms of use")}
        </Link>
      ),
    })}
  </p>
);
