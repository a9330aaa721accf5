import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/** The rules of one country's numbers, or of a calling code without a country, compiled once. */
export interface NumberingPlan {
  readonly callingCode: string;
  readonly possibleLengths: ReadonlySet<number>;
  readonly maxLength: number;
  readonly pattern: RegExp;
  readonly kinds: readonly LineKind[];
  /** The numbers of mobile lines, undefined where they are not told from the others. */
  readonly mobile: LineKind | undefined;
  /** How numbers are written within the country; the first that fits is the one. */
  readonly formats: readonly NationalFormat[];
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

/** How some numbers are written within their country. */
interface NationalFormat {
  readonly leadingDigits: RegExp | undefined;
  readonly pattern: RegExp;
  /** Whether what is written has more digits than the number: a prefix that is not left out, or others. */
  readonly addsDigits: boolean;
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
  type(kind: string): KindSource | undefined;
  formats(): readonly FormatSource[];
}

interface KindSource {
  pattern(): string;
  possibleLengths(): readonly number[];
}

interface FormatSource {
  pattern(): string;
  format(): string;
  leadingDigitsPatterns(): readonly string[];
  nationalPrefixIsMandatoryWhenFormattingInNationalFormat(): boolean;
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
    kinds: KINDS.map((name) => compileKind(source.type(name))).filter((kind) => kind !== undefined),
    mobile: compileKind(source.type('MOBILE')),
    formats: source.formats().map(compileFormat),
    leadingDigits: atStart(source.leadingDigits()),
    nationalPrefix: source.nationalPrefix() || undefined,
    nationalPrefixPattern: atStart(source.nationalPrefixForParsing()),
    internationalPrefixPattern: atStart(source.IDDPrefix()),
  };
}

/** Whether a plan has this number: it matches the whole plan and one kind of line. */
export function hasNumber({ kinds, pattern }: NumberingPlan, national: string): boolean {
  return pattern.test(national) && kinds.some((kind) => isOfKind(kind, national));
}

export function isOfKind({ lengths, pattern }: LineKind, national: string): boolean {
  return lengths.has(national.length) && pattern.test(national);
}

function compileKind(source: KindSource | undefined): LineKind | undefined {
  if (source === undefined || source.pattern() === '') return undefined;
  return { lengths: new Set(source.possibleLengths()), pattern: entirely(source.pattern()) };
}

function compileFormat(source: FormatSource): NationalFormat {
  return {
    leadingDigits: atStart(source.leadingDigitsPatterns().at(-1)),
    pattern: entirely(source.pattern()),
    addsDigits:
      source.nationalPrefixIsMandatoryWhenFormattingInNationalFormat() ||
      /\d/.test(source.format().replace(/\$\d/g, '')),
  };
}

function entirely(pattern: string): RegExp {
  return new RegExp(`^(?:${pattern})$`);
}

function atStart(pattern: string | 0 | undefined): RegExp | undefined {
  return pattern ? new RegExp(`^(?:${pattern})`) : undefined;
}
