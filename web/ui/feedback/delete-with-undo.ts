import { toast } from "./toast-store.ts";

type Deletion = {
  /** What is deleted, as messages call it. */
  name: string;
  remove: () => Promise<unknown>;
  /** Makes it again. */
  restore: () => Promise<unknown>;
  /** Refetches what shows it, also after a problem. */
  refresh: () => Promise<unknown>;
};

/** Deletes something at once and offers to undo that. */
export async function deleteWithUndo({ name, remove, restore, refresh }: Deletion) {
  const reportProblem = (title: string) => (problem: Error) =>
    toast({ tone: "danger", title, description: problem.message });
  const undo = () =>
    restore()
      .catch(reportProblem(`Couldn't restore ${name}`))
      .then(refresh);
  await remove()
    .then(() =>
      toast({ tone: "success", title: `${name} deleted`, action: { label: "Undo", onClick: () => void undo() } }),
    )
    .catch(reportProblem(`Couldn't delete ${name}`));
  await refresh();
}
