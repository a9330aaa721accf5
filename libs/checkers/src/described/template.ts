import type { E164 } from '@dialproof/core';

/** The values of a template's placeholders, by their names. */
export type Scope = ReadonlyMap<string, string | number | readonly (string | number)[]>;

const PLACEHOLDER = /\{([a-z_]+(?:\.[\w-]+)?)\}/g;
const WHOLE = /^\{([a-z_]+(?:\.[\w-]+)?)\}$/;

/** The one member of an object that stands for an array: its value, once for each number. */
export const EACH = '{each}';

const NATIONAL = 'national';
const OF_ONE = ['number', 'digits', 'integer', NATIONAL];
const OF_MANY = ['numbers', 'digits_list', 'integers'];
export const SECRET_PREFIX = 'secret.';
/** The placeholders of the access token that the section `token` requests, and of the id that a submitted look-up was given. */
export const [TOKEN, ID] = ['token', 'id'];
/** The date of consent of the number, such as 2024-05-01. */
export const CONSENT_DATE = 'consent_date';

/** The values of the placeholders of one number. `callingCode` is its calling code. */
export function scopeOfNumber(number: E164, callingCode = ''): Scope {
  const digits = number.slice(1);
  return new Map<string, string | number>([
    ['number', number],
    ['digits', digits],
    ['integer', Number(digits)],
    [NATIONAL, digits.slice(callingCode.length)],
  ]);
}

export function scopeOfNumbers(numbers: readonly E164[]): Scope {
  const digits = numbers.map((number) => number.slice(1));
  return new Map<string, readonly (string | number)[]>([
    ['numbers', numbers],
    ['digits_list', digits],
    ['integers', digits.map(Number)],
  ]);
}

/** The text with its placeholders replaced. Lists have commas between their members. */
export function renderText(template: string, scope: Scope, encode = (text: string) => text): string {
  return template.replaceAll(PLACEHOLDER, (_placeholder, name: string) => encode(String(scope.get(name))));
}

/** The JSON value with its placeholders replaced. A string that is only a placeholder becomes the placeholder's value. */
export function renderJson(template: unknown, scope: Scope, each: readonly Scope[]): unknown {
  if (typeof template === 'string') {
    const name = WHOLE.exec(template)?.[1];
    return name === undefined ? renderText(template, scope) : scope.get(name);
  }
  if (Array.isArray(template)) return template.map((member) => renderJson(member, scope, each));
  if (typeof template !== 'object' || template === null) return template;
  const repeated = eachOf(template);
  if (repeated !== undefined) {
    return each.map((ofNumber) => renderJson(repeated, new Map([...scope, ...ofNumber]), []));
  }
  return Object.fromEntries(
    Object.entries(template).map(([name, member]) => [name, renderJson(member, scope, each)]),
  );
}

/** A placeholder, and how it is used. */
export interface FoundPlaceholder {
  readonly name: string;
  readonly path: readonly PropertyKey[];
  /** Whether it stands for one of many numbers, below {@link EACH}. */
  readonly isRepeated: boolean;
  /** Whether the text holds anything else. */
  readonly isWhole: boolean;
}

/** Every placeholder of a value. */
export function placeholdersIn(
  template: unknown,
  path: readonly PropertyKey[] = [],
  isRepeated = false,
): readonly FoundPlaceholder[] {
  if (typeof template === 'string') {
    const isWhole = WHOLE.test(template);
    return Array.from(template.matchAll(PLACEHOLDER), ([, name = '']) => ({
      name,
      path,
      isRepeated,
      isWhole,
    }));
  }
  if (typeof template !== 'object' || template === null) return [];
  return Object.entries(template).flatMap(([name, member]) => {
    const step = Array.isArray(template) ? Number(name) : name;
    return placeholdersIn(
      member,
      [...path, step],
      isRepeated || (name === EACH && eachOf(template) !== undefined),
    );
  });
}

/** The secrets that a value names, each once. */
export function secretsIn(template: unknown): readonly string[] {
  const names = placeholdersIn(template).flatMap(({ name }) =>
    name.startsWith(SECRET_PREFIX) ? [name.slice(SECRET_PREFIX.length)] : [],
  );
  return [...new Set(names)];
}

export function namesNumbers({ name }: FoundPlaceholder): boolean {
  return OF_ONE.includes(name) || OF_MANY.includes(name);
}

/** The names that a part of a description may use in braces. */
export interface Place {
  readonly isBulk: boolean;
  readonly isCovered: boolean;
  /** Whether it is a value of `request.json`. */
  readonly isJson: boolean;
  /** The placeholders that stand neither for numbers nor for a secret. */
  readonly further: readonly string[];
}

/** The reason why a placeholder is not allowed in its place; undefined if it is. */
export function defectOf(
  { isRepeated, isWhole, name }: FoundPlaceholder,
  { further, isBulk, isCovered, isJson }: Place,
): string | undefined {
  if (name.startsWith(SECRET_PREFIX) || further.includes(name)) return undefined;
  const ofOne = OF_ONE.includes(name);
  if (!ofOne && !OF_MANY.includes(name)) return `{${name}} stands for nothing here`;
  if (ofOne && isBulk && !isRepeated)
    return `{${name}} stands for one number: in a bulk request it goes below ${EACH}`;
  if (!ofOne && (!isBulk || isRepeated))
    return `{${name}} stands for many numbers: it goes into a bulk request`;
  if (name === NATIONAL && !isCovered)
    return `{${name}} needs covers.callingCodes, which say where a national number begins`;
  if (name.startsWith('integer') && !(isJson && isWhole))
    return `{${name}} stands alone, as a value of request.json`;
  return undefined;
}

function eachOf(template: object): unknown {
  const [[name, member] = [], ...others] = Object.entries(template);
  return name === EACH && others.length === 0 ? member : undefined;
}
