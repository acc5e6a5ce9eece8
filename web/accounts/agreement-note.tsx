import { Link } from "react-router";
import { paths } from "#web/paths.ts";

/** What one agrees to, with links to read it. */
export const AgreementNote = ({ doing, onLeave }: { doing: string; onLeave?: () => void }) => (
  <p className="text-sm text-muted">
    By {doing} you agree to our{" "}
    <Link to={paths.privacy()} onClick={onLeave} className="text-link underline underline-offset-4">
      privacy policy
    </Link>{" "}
    and{" "}
    <Link to={paths.terms()} onClick={onLeave} className="text-link underline underline-offset-4">
      terms of use
    </Link>
    .
  </p>
);
