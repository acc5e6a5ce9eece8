import { Notice } from "#web/ui/notice.tsx";

/** The problem of a submitted form, above its fields; nothing without one. */
export const FormProblem = ({ words }: { words: string | undefined }) =>
  words ? (
    <Notice tone="danger" role="alert">
      <span className="text-danger">{words}</span>
    </Notice>
  ) : null;
