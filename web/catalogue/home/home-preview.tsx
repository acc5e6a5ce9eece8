import { keepPreviousData, useQuery, useSuspenseQuery } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { createPortal } from "react-dom";
import type { HomeSection } from "#contract/shop/home.ts";
import { call } from "#web/api/call.ts";
import { CallProblem } from "#web/api/call-problem.ts";
import { shop } from "#web/catalogue/catalogue.queries.ts";
import { ErrorNotice } from "#web/ui/feedback/loaded.tsx";
import { Skeleton } from "#web/ui/feedback/skeleton.tsx";
import { SegmentedControl } from "#web/ui/forms/fields/segmented-control.tsx";
import { useSettled } from "#web/ui/forms/use-settled.ts";
import { CardSection } from "#web/ui/layout/card.tsx";
import { HomeSections } from "./home-sections.tsx";

const widths = { desktop: 1280, phone: 390 };
type Device = keyof typeof widths;
const devices = [
  { value: "desktop", label: "Desktop" },
  { value: "phone", label: "Phone" },
] as const;

/** The home page with sections that are not saved yet. */
export function HomePreview({ sections }: { sections: HomeSection[] | null }) {
  const { tagline, name } = useSuspenseQuery(shop()).data.data;
  const [device, setDevice] = useState<Device>("desktop");
  const draft = useSettled(sections);
  const { data, error, refetch } = useQuery({
    queryKey: ["POST /home/preview", draft],
    queryFn: async () => (await call("POST /home/preview", { body: { sections: draft } })).data.sections,
    placeholderData: keepPreviousData,
    retry: false,
  });
  const isIncomplete = error instanceof CallProblem && error.code === "bad_input";
  return (
    <CardSection
      title="Preview"
      hint={isIncomplete ? "Fill in the fields of all sections to update the preview." : "Unsaved changes included."}
      action={<SegmentedControl label="Device" value={device} options={devices} onValueChange={setDevice} />}
    >
      {error && !isIncomplete ? (
        <ErrorNotice onRetry={() => void refetch()}>{error.message}</ErrorNotice>
      ) : data ? (
        <ScaledFrame width={widths[device]}>
          <div className="grid grid-cols-1 gap-14 pb-10 md:gap-24">
            <HomeSections sections={data} headline={tagline || name} />
          </div>
        </ScaledFrame>
      ) : (
        <Skeleton className="h-96 rounded" />
      )}
    </CardSection>
  );
}

/** Children in a document of their own, so that they are laid out for `width`, scaled to the space there is. */
function ScaledFrame({ width, children }: { width: number; children: React.ReactNode }) {
  const box = useRef<HTMLDivElement>(null);
  const [body, setBody] = useState<HTMLElement>();
  const [space, setSpace] = useState(0);
  useEffect(() => {
    const observer = new ResizeObserver(([entry]) => setSpace(entry?.contentRect.width ?? 0));
    if (box.current) observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  const scale = Math.min(1, space / width);
  return (
    <div ref={box} className="relative h-[40rem] overflow-hidden rounded border border-hairline bg-page">
      <iframe
        title="Preview of the home page"
        srcDoc="<!doctype html>"
        onLoad={({ currentTarget: { contentDocument } }) => contentDocument && setBody(copyStyles(contentDocument))}
        className="absolute start-0 top-0 origin-top-left border-0 rtl:origin-top-right"
        style={{
          width,
          marginInlineStart: Math.max(0, (space - width) / 2),
          height: scale > 0 ? `${40 / scale}rem` : 0,
          scale: String(scale),
        }}
      />
      {body && createPortal(<div inert>{children}</div>, body)}
    </div>
  );
}

/** Gives an empty document the styles, theme and language of this one; returns its body. */
function copyStyles(target: Document): HTMLElement {
  const { documentElement: from } = document;
  for (const { name, value } of from.attributes) target.documentElement.setAttribute(name, value);
  for (const sheet of document.head.querySelectorAll("link[rel=stylesheet], style"))
    target.head.append(target.importNode(sheet, true));
  return target.body;
}
