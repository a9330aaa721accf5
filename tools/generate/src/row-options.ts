/** The properties of a generated file. The same options always give the same rows. */
export interface RowOptions {
  /** Data rows, 0 or more. */
  readonly rows: number;
  /** Any whole number; another seed gives other numbers. */
  readonly seed: number;
  /** Columns, the six of {@link HEADER} at least. Default 6; more are filled with short texts. */
  readonly columns?: number;
  /** Share of the rows, 0 to 1, whose phone is not in E.164 but with separators, `00`, no + and the like. Default 0.1. */
  readonly writtenShare?: number;
  /** Share of the rows whose number stands in an earlier row as well. Default 0. */
  readonly duplicateShare?: number;
  /** Share of the rows whose number has the form of E.164 and cannot exist. Default 0. */
  readonly impossibleShare?: number;
  /** Share of the rows whose phone cell holds no number. Default 0. */
  readonly unreadableShare?: number;
}

export type RowSettings = Required<RowOptions>;

/** The header of every generated file; a wider one goes on with `extra_7`. */
export const HEADER = ['id', 'name', 'email', 'phone', 'city', 'note'] as const;

const SHARES = ['writtenShare', 'duplicateShare', 'impossibleShare', 'unreadableShare'] as const;

/** Fills in the defaults. Throws RangeError for impossible options. */
export function readRowOptions(options: RowOptions): RowSettings {
  const settings = {
    columns: HEADER.length,
    writtenShare: 0.1,
    duplicateShare: 0,
    impossibleShare: 0,
    unreadableShare: 0,
    ...options,
  };
  requireWhole('rows', settings.rows, 0);
  requireWhole('seed', settings.seed, Number.MIN_SAFE_INTEGER);
  requireWhole('columns', settings.columns, HEADER.length);
  for (const name of SHARES) {
    if (!(settings[name] >= 0 && settings[name] <= 1)) {
      throw new RangeError(`${name} is ${settings[name]}, expected a share from 0 to 1`);
    }
  }
  return settings;
}

function requireWhole(name: string, value: number, least: number): void {
  if (Number.isSafeInteger(value) && value >= least) return;
  throw new RangeError(`${name} is ${value}, expected a whole number of at least ${least}`);
}
