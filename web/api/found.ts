/**
 * Answers as the text that travels inside a document: each kind of object names its keys once (a list has dozens of the same
 * kind), and quotes are written as `~`, for the text stands in a script inside a string, where each would be three signs
 * longer. A seventh fewer compressed bytes than plain JSON on a list.
 */
export function packed(found: unknown): string {
  const shapes: string[][] = [];
  const none: Shape = { keys: [], number: 0, longer: new Map() };
  // Each array tells by its first number what it is: 0 a list, else an object of that shape.
  const pack = (value: unknown): unknown => {
    if (typeof value !== "object" || value === null || value instanceof Date) return value;
    const row: unknown[] = [0];
    if (Array.isArray(value)) {
      for (const one of value) row.push(pack(one));
      return row;
    }
    let shape = none;
    for (const key of Object.keys(value)) {
      const one = (value as Record<string, unknown>)[key];
      if (one === undefined) continue;
      shape = withKey(shape, key);
      row.push(pack(one));
    }
    shape.number ||= shapes.push(shape.keys);
    row[0] = shape.number;
    return row;
  };
  const body = JSON.stringify(pack(found));
  const text = `${JSON.stringify(shapes)}\n${body}`;
  return text.includes("~") ? swapQuotes(text) : text.replaceAll('"', "~");
}

interface Shape {
  keys: string[];
  /** 0 until an object is of it. */
  number: number;
  longer: Map<string, Shape>;
}

function withKey({ keys, longer }: Shape, key: string): Shape {
  const known = longer.get(key);
  if (known) return known;
  const shape = { keys: [...keys, key], number: 0, longer: new Map() };
  longer.set(key, shape);
  return shape;
}

/** What `packed` wrote, as it was. */
export function unpacked(text: string): unknown {
  const [head = "", body = ""] = swapQuotes(text).split("\n");
  const shapes = JSON.parse(head) as string[][];
  const unpack = (value: unknown): unknown => {
    if (!Array.isArray(value)) return value;
    const [kind, ...rest] = value as [number, ...unknown[]];
    if (!kind) return rest.map(unpack);
    return Object.fromEntries(shapes[kind - 1]?.map((key, at) => [key, unpack(rest[at])]) ?? []);
  };
  return unpack(JSON.parse(body));
}

const swapQuotes = (text: string) => text.replace(/["~]/g, (sign) => (sign === "~" ? '"' : "~"));
