import { type CountryCode, Metadata } from 'libphonenumber-js/core';
import metadata from 'libphonenumber-js/max/metadata';

/** The rules for the numbers of one country, or of a calling code without a country. */
export interface NumberingPlan {
  readonly callingCode: string;
  readonly possibleLengths: ReadonlySet<number>;
  readonly maxLength: number;
  readonly pattern: RegExp;
  /** Whether numbers may begin with a zero. Also true for a few plans without such numbers. */
  readonly mayBeginWithZero: boolean;
  readonly kinds: readonly LineKind[];
  /** The mobile numbers. Undefined if the plan does not distinguish them from others. */
  readonly mobile: LineKind | undefined;
  /** The numbers of fixed lines. */
  readonly fixedLine: LineKind | undefined;
  /** How numbers are written within the country. The first format that fits counts. */
  readonly formats: readonly NationalFormat[];
  /** The first digits of this country's numbers, if they distinguish it from others with the same calling code. */
  readonly leadingDigits: RegExp | undefined;
  /** The trunk prefix, which is dialled before a number within the country. */
  readonly nationalPrefix: string | undefined;
  /** Matches the trunk prefix, or something like it, in front of a number. */
  readonly nationalPrefixPattern: RegExp | undefined;
  /** Matches the prefix for calls abroad. */
  readonly internationalPrefixPattern: RegExp | undefined;
}

/** The numbers of one kind of line. */
export interface LineKind {
  readonly lengths: ReadonlySet<number>;
  readonly pattern: RegExp;
}

/** A format of numbers within their country. */
interface NationalFormat {
  readonly leadingDigits: RegExp | undefined;
  readonly pattern: RegExp;
  /** How the groups of the pattern are written behind a calling code. */
  readonly international: string;
  /** Whether the format adds digits to the number, such as a prefix. */
  readonly addsDigits: boolean;
}

/** The kinds of lines. Mobile comes first: one matching kind is enough, and most numbers of a list are mobile. */
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

/** Finds an alternative that begins with a zero in the pattern of a plan. */
const BEGINS_WITH_ZERO = /[(|:](?:0|\[0|\\d)/;
/** Finds a group behind other digits, whose alternatives do not begin a number. */
const GROUP_BEHIND = /(?<![(|:^])\((?:\?:)?[^()]*\)/g;

/** The library's plan at run time. 0 means a missing value. */
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
  internationalFormat(): string;
  leadingDigitsPatterns(): readonly string[];
  nationalPrefixIsMandatoryWhenFormattingInNationalFormat(): boolean;
}

/** Compiles the plan of a country, or of a calling code as a whole. */
export function compileNumberingPlan(countryOrCallingCode: string): NumberingPlan {
  const library = new Metadata(metadata);
  // The library's types allow only countries. At run time it takes calling codes too, and its own parser relies on that.
  library.selectNumberingPlan(countryOrCallingCode as CountryCode);
  // The declared type lacks most methods of a plan. The tests compare the result with the library's parser.
  const source = library.numberingPlan as unknown as PlanSource;
  return {
    callingCode: source.callingCode(),
    possibleLengths: new Set(source.possibleLengths()),
    maxLength: Math.max(...source.possibleLengths()),
    pattern: entirely(source.nationalNumberPattern()),
    mayBeginWithZero: BEGINS_WITH_ZERO.test(withoutLaterGroups(`^(?:${source.nationalNumberPattern()})$`)),
    kinds: KINDS.map((name) => compileKind(source.type(name))).filter((kind) => kind !== undefined),
    mobile: compileKind(source.type('MOBILE')),
    fixedLine: compileKind(source.type('FIXED_LINE')),
    formats: source.formats().map(compileFormat),
    leadingDigits: atStart(source.leadingDigits()),
    nationalPrefix: source.nationalPrefix() || undefined,
    nationalPrefixPattern: atStart(source.nationalPrefixForParsing()),
    internationalPrefixPattern: atStart(source.IDDPrefix()),
  };
}

/** Whether a plan has this number: it matches the plan as a whole and one kind of line. */
export function hasNumber({ kinds, pattern }: NumberingPlan, national: string): boolean {
  return pattern.test(national) && kinds.some((kind) => isOfKind(kind, national));
}

/** Whether a plan has this number and it is a mobile or a fixed line, and not a toll-free or premium one. */
export function hasOrdinaryNumber({ fixedLine, mobile, pattern }: NumberingPlan, national: string): boolean {
  const isOf = (kind: LineKind | undefined): boolean => kind !== undefined && isOfKind(kind, national);
  return (isOf(mobile) || isOf(fixedLine)) && pattern.test(national);
}

/** Whether a plan has this number for another kind of line than mobile. In a plan without mobile lines, fixed lines may be mobile. */
export function hasNonMobileNumber(plan: NumberingPlan, national: string): boolean {
  const mayBeMobile = plan.mobile ?? plan.fixedLine;
  return hasNumber(plan, national) && !(mayBeMobile !== undefined && isOfKind(mayBeMobile, national));
}

export function isOfKind({ lengths, pattern }: LineKind, national: string): boolean {
  return lengths.has(national.length) && pattern.test(national);
}

/** Removes groups behind other digits from a pattern, the inner ones first. */
function withoutLaterGroups(pattern: string): string {
  const without = pattern.replace(GROUP_BEHIND, '');
  return without === pattern ? pattern : withoutLaterGroups(without);
}

function compileKind(source: KindSource | undefined): LineKind | undefined {
  if (source === undefined || source.pattern() === '') return undefined;
  return { lengths: new Set(source.possibleLengths()), pattern: entirely(source.pattern()) };
}

function compileFormat(source: FormatSource): NationalFormat {
  return {
    leadingDigits: atStart(source.leadingDigitsPatterns().at(-1)),
    pattern: entirely(source.pattern()),
    international: source.internationalFormat(),
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
