import { Notice } from "#web/ui/notice.tsx";

/** Why the shop refused a form, above its fields; nothing while it did not. */
export const RefusalNote = ({ words }: { words: string | undefined }) =>
  words ? (
    <Notice tone="danger" role="alert">
      <span className="text-danger">{words}</span>
    </Notice>
  ) : null;
