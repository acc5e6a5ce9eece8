import { useState } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { useVersionedForm } from "./versioned-form.tsx";

interface Saved {
  version: number;
  name: string;
}
type Props = { send: (name: string, version: number) => void; onOpen: (save: () => Promise<void>) => void };

/** A page whose record is loaded again, with a newer version, while its form is open. */
function Form({ send, onOpen }: Props) {
  const [record, setRecord] = useState<Saved>({ version: 1, name: "Chairs" });
  const { save } = useVersionedForm<{ name: string }, Saved>({
    version: record.version,
    start: { name: record.name },
    errorFields: ["name"],
    toFields: ({ name }) => ({ name }),
    send: async ({ name }, version) => send(name, version),
  });
  if (record.version === 1) setRecord({ version: 2, name: "Seats" });
  onOpen(save);
  return null;
}

test("a form sends the version of what it shows, not of what was loaded since", async () => {
  const saves: (() => Promise<void>)[] = [];
  const sent: unknown[] = [];
  renderToStaticMarkup(<Form send={(...one) => sent.push(one)} onOpen={(save) => saves.push(save)} />);
  await saves.at(-1)?.();
  expect(sent).toEqual([["Chairs", 1]]);
});
