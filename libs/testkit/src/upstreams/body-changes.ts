/**
 * The changes of a correct body. Of `wrong_types` each text is a number and the other way round; `nothing` is the JSON `null`, `nested` an
 * array around it. The others change its list, which is a text's lines, or the first array or the members of the first object of objects.
 */
export const BODY_CHANGES = [
  'wrong_types',
  'nothing',
  'nested',
  'reordered',
  'missing',
  'extra',
  'duplicate',
  'contradiction',
] as const;

export type BodyChange = (typeof BODY_CHANGES)[number];

/** The text of the changed body. */
export function changedBody({ body }: { readonly body: unknown }, change: BodyChange): string {
  if (typeof body === 'string') return changedLines(body, change);
  switch (change) {
    case 'wrong_types':
      return JSON.stringify(withWrongTypes(body));
    case 'nothing':
      return 'null';
    case 'nested':
      return JSON.stringify([[body]]);
    default:
      return JSON.stringify(withList(body, (list) => changedList(list, change)));
  }
}

type ListChange = Exclude<BodyChange, 'wrong_types' | 'nothing' | 'nested'>;

function changedList(list: readonly unknown[], change: ListChange): unknown[] {
  const [first, ...others] = list;
  switch (change) {
    case 'reordered':
      return list.toReversed();
    case 'missing':
      return others;
    case 'extra':
      return [...list, ...list.map((entry) => withDigits(entry, (digits) => `999${digits.slice(3)}`))];
    case 'duplicate':
      return [...list, first];
    case 'contradiction':
      return [...list, ...list.map((entry, index) => mixed(entry, list[(index + 1) % list.length]))];
  }
}

/** A text's first line is its header. */
function changedLines(text: string, change: BodyChange): string {
  const [header = '', ...lines] = text.split(/\r?\n/).filter((line) => line !== '');
  switch (change) {
    case 'wrong_types':
      return text.replaceAll(/[a-z]/g, '0');
    case 'nothing':
      return '';
    case 'nested':
      return `"${text.replaceAll('"', '""')}"`;
    default:
      return [header, ...changedList(lines, change)].map((line) => `${line}\n`).join('');
  }
}

function withWrongTypes(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withWrongTypes);
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, withWrongTypes(member)]));
  }
  return typeof value === 'string' ? value.length : String(value);
}

/** The value with its first list changed. Members whose names are numbers are a list as well. */
function withList(value: unknown, change: (list: readonly unknown[]) => unknown[]): unknown {
  if (Array.isArray(value)) return change(value);
  if (typeof value !== 'object' || value === null) return value;
  const members = Object.entries(value);
  if (members.length > 0 && members.every(([name]) => /^\+?\d{7,15}$/.test(name))) {
    // Each resulting entry is one of the original entries, or a copy of it with other digits.
    const changed = change(members) as [string, unknown][];
    // An existing name is repeated with its plus: of equal names, a reader of JSON sees only the last.
    return Object.fromEntries(
      changed.map(([name, member], index) => {
        const isRepeated = changed.findIndex(([other]) => other === name) < index;
        return [isRepeated ? `+${name}` : name, member];
      }),
    );
  }
  const [name, list] = members.find(([, member]) => typeof member === 'object' && member !== null) ?? [];
  return name === undefined ? value : { ...value, [name]: withList(list, change) };
}

/** The entry with every number in it replaced. */
function withDigits(entry: unknown, replace: (digits: string) => string): unknown {
  const text = JSON.stringify(entry).replaceAll(/\d{7,15}/g, replace);
  return JSON.parse(text);
}

/** The answer of `other` for the number of `entry`. */
function mixed(entry: unknown, other: unknown): unknown {
  const [number] = /\d{7,15}/.exec(JSON.stringify(entry)) ?? [];
  return number === undefined ? entry : withDigits(other, () => number);
}
