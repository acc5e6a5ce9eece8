import { Banner } from "#web/ui/feedback/banner.tsx";

/** The problem of a submitted form, above its fields; nothing without one. */
export const FormProblem = ({ words }: { words: string | undefined }) =>
  words ? (
    <Banner tone="danger" role="alert">
      <span className="text-danger">{words}</span>
    </Banner>
  ) : null;
