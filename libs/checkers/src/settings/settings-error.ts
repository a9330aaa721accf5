import type { z } from 'zod';

/** Why settings of checkers or webhooks were refused. */
export type SettingsErrorCode =
  | 'file_unreadable'
  | 'file_not_json'
  | 'unknown_field'
  | 'missing_field'
  | 'wrong_value'
  | 'missing_variable'
  | 'settings_contradict'
  | 'refused_by_upstream';

export interface SettingsProblem {
  readonly code: SettingsErrorCode;
  /** A sentence with the place, what was found and what to do. It holds no secret, unless one stands in a file that is not JSON. */
  readonly sentence: string;
}

/** No checker or webhook can be made of these settings. The message has a line for each problem, with its code at the end. */
export class CheckerSettingsError extends Error {
  override readonly name = 'CheckerSettingsError';
  readonly problems: readonly SettingsProblem[];

  constructor(problems: readonly SettingsProblem[]) {
    super(problems.map(({ code, sentence }) => `${sentence} [${code}]`).join('\n'));
    this.problems = problems;
  }
}

/** The error of one problem. */
export function settingsError(code: SettingsErrorCode, sentence: string): CheckerSettingsError {
  return new CheckerSettingsError([{ code, sentence }]);
}

/** `checkers[0].price.perNumber` */
export function pathText(path: readonly PropertyKey[]): string {
  return path
    .map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`))
    .join('')
    .replace(/^\./, '');
}

/** The problems that a schema found. `nameOf` names the place of a path. */
export function problemsOf(
  { issues }: z.ZodError,
  nameOf: (path: readonly PropertyKey[]) => string,
): readonly SettingsProblem[] {
  return issues.flatMap(closest).flatMap((issue) => {
    const names = issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [key]) : [[]];
    return names.map((name) => {
      return { code: codeOf(issue), sentence: `${nameOf([...issue.path, ...name])} ${issue.message}.` };
    });
  });
}

/** The issues inside of a union, if all that is wrong lies in one of its forms. */
function closest(issue: z.core.$ZodIssue): readonly z.core.$ZodIssue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const forms = issue.errors.filter((form) =>
    form.some(({ code, path }) => path.length > 0 || code === 'unrecognized_keys'),
  );
  const [inside = [], ...others] = forms;
  if (inside.length === 0 || others.length > 0) return [issue];
  return inside.flatMap((one) => closest({ ...one, path: [...issue.path, ...one.path] }));
}

function codeOf(issue: z.core.$ZodIssue): SettingsErrorCode {
  if (issue.code === 'unrecognized_keys') return 'unknown_field';
  const code: unknown = issue.code === 'custom' ? issue.params?.['code'] : undefined;
  // Only `references.ts` gives one.
  if (code !== undefined) return code as SettingsErrorCode;
  return issue.message.startsWith(MISSING) ? 'missing_field' : 'wrong_value';
}

const MISSING = 'is missing';

/** The found value and the expected one, as a part of a sentence. A text is quoted only where no secret is expected. */
export function foundAndExpected(found: unknown, expected: string, isSecret = false): string {
  if (found === undefined) return `${MISSING}, expected ${expected}`;
  if (Array.isArray(found)) return `is a list, expected ${expected}`;
  if (typeof found === 'object' && found !== null) return `is an object, expected ${expected}`;
  if (typeof found === 'string' && isSecret) return `is a text, expected ${expected}`;
  return `is ${JSON.stringify(found)}, expected ${expected}`;
}

export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
