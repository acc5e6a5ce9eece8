import type { AuditEntry } from "#contract/accounts/audit.ts";

/** What lists have of an entry: up to this many fields, and characters of their values. */
const mostFields = 50;
const mostCharacters = 5000;

/**
 * An entry with the first of its changed fields, and how many more there are: thousands of prices may have changed at
 * once, or a long text. Fields that were recorded with others, and are as they were, are left out first, and the empty
 * ones of what was created or deleted always.
 */
export function withFirstFields<Entry extends Pick<AuditEntry, "before" | "after">>(
  entry: Entry,
): Entry & Pick<AuditEntry, "more_fields"> {
  const { before, after } = entry;
  const fields = Object.keys({ ...before, ...after }).map((name) => {
    const [was, is] = [textOf(before, name), textOf(after, name)];
    return { name, isChanged: was !== is, length: name.length + was.length + is.length };
  });
  const changed = fields.filter(({ isChanged }) => isChanged);
  const isUpdate = Boolean(before && after);
  const isEmpty = (name: string) => !isUpdate && (before?.[name] ?? after?.[name] ?? null) === null;
  const others = fields.filter(({ name, isChanged }) => !isChanged && !isEmpty(name));
  const first = new Set<string>();
  let characters = 0;
  for (const { name, length } of [...changed, ...others]) {
    if (first.size === mostFields) break;
    if (characters + length > mostCharacters) continue;
    characters += length;
    first.add(name);
  }
  const pick = (state: AuditEntry["before"]) =>
    state && Object.fromEntries(Object.entries(state).filter(([name]) => first.has(name)));
  const more_fields = changed.filter(({ name }) => !first.has(name)).length;
  return { ...entry, before: pick(before), after: pick(after), more_fields };
}

const textOf = (state: AuditEntry["before"], name: string) => JSON.stringify(state?.[name] ?? null);
