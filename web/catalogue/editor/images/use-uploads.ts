import { useRef, useState } from "react";
import type { UploadedImage } from "#contract/images.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { upload } from "#web/api/upload.ts";

/** A file being uploaded, or one that failed. */
export interface Upload {
  key: number;
  file: string;
  /** Progress from 0 to 1. */
  sent: number;
  problem?: string;
}

/** Uploads files one after another; failed ones stay listed until dismissed. */
export function useUploads(onStored: (image: UploadedImage) => void) {
  const [uploads, setUploads] = useState<Upload[]>([]);
  const last = useRef(0);
  const line = useRef(Promise.resolve());
  const change = (key: number, to: Partial<Upload>) =>
    setUploads((all) => all.map((one) => (one.key === key ? { ...one, ...to } : one)));
  const dismiss = (key: number) => setUploads((all) => all.filter((one) => one.key !== key));
  const send = async (file: File, key: number) => {
    try {
      const form = new FormData();
      form.append("file", file);
      const { data } = await upload("POST /images", form, { onProgress: (sent) => change(key, { sent }) });
      dismiss(key);
      for (const image of data) onStored(image);
    } catch (problem) {
      change(key, { problem: problem instanceof CallProblem ? problem.message : "Couldn't upload this file." });
    }
  };
  const add = (files: readonly File[]) => {
    const begun = files.map((file) => ({ file, key: ++last.current }));
    setUploads((all) => [...all, ...begun.map(({ file, key }) => ({ key, file: file.name, sent: 0 }))]);
    for (const { file, key } of begun) line.current = line.current.then(() => send(file, key));
  };
  const running = uploads.filter(({ problem }) => problem === undefined).length;
  return { uploads, running, add, dismiss };
}
