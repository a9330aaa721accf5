import metadata from 'libphonenumber-js/max/metadata';
import { compileNumberingPlan, hasNumber, type NumberingPlan } from './numbering-plan.js';

/** A country calling code with the plans that share it. */
export interface CallingCode {
  readonly code: string;
  /** The plan by which a number is read before its country is known, and judged when its country cannot be told. */
  readonly main: NumberingPlan;
  readonly countries: readonly NumberingPlan[];
}

/**
 * Calling codes by the first three digits of a number, which decide since none is longer and none begins with another one; null
 * where there is none. Each is compiled when it is first met: a list of one country needs one of 230, and compiling them all takes
 * longer than checking a number. That is state of the module only in so far as it remembers what follows from the metadata.
 */
const byFirstDigits: (CallingCode | null)[] = [];
/** The same by themselves: fewer digits than three may begin with one too, and to compile it costs more than to read a cell. */
const compiled = new Map<string, CallingCode>();

/** The calling code with which these digits begin, undefined when there is none. */
export function leadingCallingCode(digits: string): CallingCode | undefined {
  const firstDigits = Number(digits.slice(0, 3));
  const known = byFirstDigits[firstDigits];
  if (known !== undefined && digits.length >= 3) return known ?? undefined;
  const found = findCallingCode(digits);
  if (digits.length >= 3) byFirstDigits[firstDigits] = found ?? null;
  return found;
}

/** The plan of the country to which a number of this calling code belongs, undefined when that cannot be told. */
export function countryPlan({ countries }: CallingCode, national: string): NumberingPlan | undefined {
  if (countries.length === 1) return countries[0];
  return countries.find((plan) => plan.leadingDigits?.test(national) ?? hasNumber(plan, national));
}

function findCallingCode(digits: string): CallingCode | undefined {
  for (let length = 1; length <= 3; length += 1) {
    const code = digits.slice(0, length);
    if (Object.hasOwn(metadata.country_calling_codes, code) || Object.hasOwn(metadata.nonGeographic, code)) {
      return compileCallingCode(code);
    }
  }
  return undefined;
}

function compileCallingCode(code: string): CallingCode {
  const known = compiled.get(code);
  if (known !== undefined) return known;
  const countries: readonly string[] = metadata.country_calling_codes[code] ?? [];
  const callingCode: CallingCode = {
    code,
    main: compileNumberingPlan(code),
    countries: countries.map(compileNumberingPlan),
  };
  compiled.set(code, callingCode);
  return callingCode;
}
