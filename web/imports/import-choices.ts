import { useCallback, useState } from "react";
import { type ColumnMapping, type FileEncoding, type ImportJob, mappableFields } from "#contract/imports.ts";
import { useUnsavedChangesGuard } from "#web/ui/forms/unsaved/unsaved-changes.ts";

interface Choices {
  mapping: ColumnMapping;
  encoding: FileEncoding | null;
}

/** The columns and the encoding that the page of an import shows, which are the job's until others are chosen. */
export function useImportChoices(job: ImportJob | undefined) {
  const [mapping, setMapping] = useState<{ of: string; chosen: ColumnMapping }>();
  const [encoding, setEncoding] = useState<FileEncoding>();
  // Another encoding or first row has other headings.
  const headings = `${job?.encoding} ${job?.has_headings}`;
  const shown: Choices = {
    mapping: (mapping?.of === headings ? mapping.chosen : job?.mapping) ?? {},
    encoding: encoding ?? job?.encoding ?? null,
  };
  const isChanged = job !== undefined && ["mapping", "preview"].includes(job.status) && isOtherThan(job, shown);
  useUnsavedChangesGuard(useCallback(() => isChanged, [isChanged]));
  return {
    ...shown,
    isChanged,
    setEncoding,
    setMapping: (chosen: ColumnMapping) => setMapping({ of: headings, chosen }),
  };
}

/** Whether an import of the job would use another column or encoding than is shown. */
export const isOtherThan = (job: Pick<ImportJob, "mapping" | "encoding">, { mapping, encoding }: Choices): boolean =>
  encoding !== job.encoding || mappableFields.some((field) => mapping[field] !== job.mapping?.[field]);
