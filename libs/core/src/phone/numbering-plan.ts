import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/** The rules of one country's numbers, or of a calling code without a country, compiled once. */
export interface NumberingPlan {
  readonly callingCode: string;
  readonly possibleLengths: ReadonlySet<number>;
  readonly pattern: RegExp;
  /** One for each kind of line (fixed, mobile, ...); empty when the kinds are not told apart. */
  readonly kinds: readonly { readonly lengths: ReadonlySet<number>; readonly pattern: RegExp }[];
  /** How numbers of this country begin, where others share its calling code and this is enough to tell. */
  readonly leadingDigits: RegExp | undefined;
  /** What is dialled before a number within the country. */
  readonly nationalPrefix: string | undefined;
  /** Where a national prefix may have to come off or a number be rewritten. */
  readonly nationalPrefixPattern: RegExp | undefined;
  readonly internationalPrefixPattern: RegExp;
}

const KINDS = [
  'FIXED_LINE',
  'MOBILE',
  'PREMIUM_RATE',
  'TOLL_FREE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const;

interface PlanSource {
  callingCode(): string;
  possibleLengths(): readonly number[];
  nationalNumberPattern(): string;
  leadingDigits(): string | 0 | undefined;
  nationalPrefix(): string | 0 | undefined;
  nationalPrefixForParsing(): string | 0 | undefined;
  IDDPrefix(): string | 0 | undefined;
  type(kind: string): { pattern(): string; possibleLengths(): readonly number[] } | undefined;
}

/** Compiles the plan of a country, or the one by which a calling code as a whole is judged. */
export function compileNumberingPlan(countryOrCallingCode: string): NumberingPlan {
  const library = new Metadata(metadata);
  // Its types name countries alone; at run time it takes calling codes too, and the parser of the library relies on that.
  library.selectNumberingPlan(countryOrCallingCode as CountryCode);
  // The declared type leaves out most of the methods that a plan has.
  const source = library.numberingPlan as unknown as PlanSource;
  const kinds = KINDS.map((kind) => source.type(kind)).filter((kind) => kind !== undefined);
  return {
    callingCode: source.callingCode(),
    possibleLengths: new Set(source.possibleLengths()),
    pattern: entirely(source.nationalNumberPattern()),
    kinds: kinds
      .filter((kind) => kind.pattern() !== '')
      .map((kind) => ({ lengths: new Set(kind.possibleLengths()), pattern: entirely(kind.pattern()) })),
    leadingDigits: atStart(source.leadingDigits()),
    nationalPrefix: source.nationalPrefix() || undefined,
    nationalPrefixPattern: atStart(source.nationalPrefixForParsing()),
    internationalPrefixPattern: atStart(source.IDDPrefix()) ?? NEVER,
  };
}

const NEVER = /(?!)/;

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function atStart(pattern: string | 0 | undefined): RegExp | undefined {
  return pattern ? new RegExp(`^(?:${pattern})`) : undefined;
}
