import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/** The rules of one country's numbers, or of a calling code without a country, compiled once. */
export interface NumberingPlan {
  readonly callingCode: string;
  readonly possibleLengths: ReadonlySet<number>;
  readonly maxLength: number;
  readonly pattern: RegExp;
  readonly kinds: readonly LineKind[];
  /** How numbers of this country begin, where others share its calling code and this is enough to tell. */
  readonly leadingDigits: RegExp | undefined;
  /** What is dialled before a number within the country. */
  readonly nationalPrefix: string | undefined;
  /** Where the national prefix, or something like it, stands in front of a number. */
  readonly nationalPrefixPattern: RegExp | undefined;
  /** What is dialled in this country before the calling code of another one. */
  readonly internationalPrefixPattern: RegExp | undefined;
}

/** The numbers of one kind of line. */
interface LineKind {
  readonly lengths: ReadonlySet<number>;
  readonly pattern: RegExp;
}

/** Mobile first: any one of them decides, and most numbers of a list are mobile. */
const KINDS = [
  'MOBILE',
  'FIXED_LINE',
  'TOLL_FREE',
  'PREMIUM_RATE',
  'SHARED_COST',
  'VOIP',
  'PERSONAL_NUMBER',
  'PAGER',
  'UAN',
  'VOICEMAIL',
] as const;

/** What the library's plan answers at run time; 0 stands for nothing. */
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
  // The declared type leaves out most of the methods that a plan has; the tests hold the result against the library's parser.
  const source = library.numberingPlan as unknown as PlanSource;
  return {
    callingCode: source.callingCode(),
    possibleLengths: new Set(source.possibleLengths()),
    maxLength: Math.max(...source.possibleLengths()),
    pattern: entirely(source.nationalNumberPattern()),
    kinds: compileKinds(source),
    leadingDigits: atStart(source.leadingDigits()),
    nationalPrefix: source.nationalPrefix() || undefined,
    nationalPrefixPattern: atStart(source.nationalPrefixForParsing()),
    internationalPrefixPattern: atStart(source.IDDPrefix()),
  };
}

/** Whether a plan has this number: it matches the whole plan and one kind of line. */
export function hasNumber({ kinds, pattern }: NumberingPlan, national: string): boolean {
  if (!pattern.test(national)) return false;
  return kinds.some((kind) => kind.lengths.has(national.length) && kind.pattern.test(national));
}

function compileKinds(source: PlanSource): readonly LineKind[] {
  return KINDS.flatMap((name) => {
    const kind = source.type(name);
    if (kind === undefined || kind.pattern() === '') return [];
    return [{ lengths: new Set(kind.possibleLengths()), pattern: entirely(kind.pattern()) }];
  });
}

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function atStart(pattern: string | 0 | undefined): RegExp | undefined {
  return pattern ? new RegExp(`^(?:${pattern})`) : undefined;
}
