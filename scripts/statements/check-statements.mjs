/** What pg makes of a type of PostgreSQL, by the type's number; json can be anything. */
const kinds = {
  boolean: [16],
  number: [20, 21, 23, 26, 700, 701, 1700],
  string: [18, 19, 25, 650, 705, 869, 1042, 1043, 1082, 1184, 2950, 3614],
  object: [17, 1114, 1186],
  any: [114, 3802],
};
const kindOfType = new Map(Object.entries(kinds).flatMap(([kind, types]) => types.map((type) => [type, kind])));
const isEnum = (type) => type >= 16_384;

/** Shorter fixed texts, such as `select `, say nothing about which statement it is. */
const minLength = 12;

/**
 * Compares the declared rows of statements with the columns that these had when they ran. Returns the differences as
 * sentences, and where the statements stand that never ran.
 */
export function checkStatements(declared, recorded) {
  const runs = runsOf(declared, recorded);
  const problems = new Set();
  for (const statement of declared)
    for (const { columns } of runs.get(statement)) {
      const differences =
        statement.declared === "row" ? compareRow(statement, columns) : compareValues(statement, columns);
      for (const difference of differences) problems.add(`${statement.at} ${difference}`);
    }
  return { problems: [...problems], missed: declared.filter((one) => runs.get(one).length === 0).map(({ at }) => at) };
}

/** The recorded texts of each statement: those in which its fixed parts follow each other, more of them than of any other's. */
function runsOf(declared, recorded) {
  const runs = new Map(declared.map((statement) => [statement, []]));
  for (const run of recorded) {
    const matching = declared.filter(({ parts }) => isMadeOf(run.text, parts));
    const most = Math.max(minLength, ...matching.map(lengthOf));
    for (const statement of matching) if (lengthOf(statement) === most) runs.get(statement).push(run);
  }
  return runs;
}

const lengthOf = ({ parts }) => parts.join("").length;

/** Whether a text begins with the first part, ends with the last, and has the others between them, in order. */
function isMadeOf(text, [first, ...others]) {
  const last = others.pop();
  if (last === undefined) return text === first;
  if (!text.startsWith(first) || !text.endsWith(last)) return false;
  let at = first.length;
  for (const part of others) {
    const found = text.indexOf(part, at);
    if (found === -1) return false;
    at = found + part.length;
  }
  return at <= text.length - last.length;
}

function compareRow({ columns: declared }, columns) {
  const differences = columns
    .filter(({ name }) => !declared.some((one) => one.name === name))
    .map(({ name }) => `selects ${name}, which its row does not declare`);
  for (const one of declared) {
    const column = columns.find(({ name }) => name === one.name);
    if (column) differences.push(...compare(one.name, one, column));
    else if (!one.isOptional) differences.push(`declares ${one.name}, which it does not select`);
  }
  return differences;
}

const compareValues = ({ columns: declared }, columns) =>
  declared.length === columns.length || declared.length === 1
    ? declared.flatMap((one, index) => compare(columns[index].name, one, columns[index]))
    : [`declares ${declared.length} columns and selects ${columns.length}`];

function compare(name, { type, kinds: allowed, isNullable, isOptional }, column) {
  const kind = kindOfType.get(column.type) ?? (isEnum(column.type) ? "string" : "array");
  const fits = allowed.includes("any") || kind === "any" || allowed.includes(kind);
  return [
    ...(fits ? [] : [`declares ${name} as ${type}, and it is ${kind}`]),
    ...(column.null && !isNullable && !isOptional ? [`declares ${name} as ${type}, and it was null`] : []),
  ];
}
