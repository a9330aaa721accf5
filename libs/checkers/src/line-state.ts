import {
  type CheckAnswer,
  type DetailedAnswer,
  type E164,
  isNonMobileNumber,
  type VerificationStatus,
} from '@dialproof/core';

/**
 * A finding says which question was answered, since the five statuses cannot: a checker of lines knows nothing about apps, and a checker of
 * an app knows nothing about the line. It is the first word of the answer's `reason`, so that a chain can put the findings of several
 * checkers together.
 */
export const FINDINGS = ['line_live', 'line_absent', 'line_dead', 'line_unclear', 'app_absent'] as const;

/**
 * - `line_live`: the line is in service. No app was asked, so the status is `unknown`.
 * - `line_absent`: the line exists and cannot be reached at present, or is suspended. The status is `inactive`.
 * - `line_dead`: there is no such line. The status is `dead`.
 * - `line_unclear`: the upstream looked and cannot tell. The status is `unknown`.
 * - `app_absent`: the number is not on the app that was asked, and nothing is known of the line. The status is `unknown`.
 */
export type Finding = (typeof FINDINGS)[number];

/** The status of a finding if nothing else is known about the number. */
export const STATUS_OF_FINDING: Readonly<Record<Finding, VerificationStatus>> = {
  line_live: 'unknown',
  line_absent: 'inactive',
  line_dead: 'dead',
  line_unclear: 'unknown',
  app_absent: 'unknown',
};

/** An answer's `reason` may have 60 characters of printable ASCII. */
const MAX_REASON_LENGTH = 60;

export interface FindingDetails {
  readonly source: string;
  /**
   * The upstream's own word, such as `EC_UNKNOWN_SUBSCRIBER`: it follows the finding, as far as there is room. Free text has passed
   * {@link UpstreamReply.quotable}.
   */
  readonly word?: string | undefined;
  readonly checkedAt?: Date;
}

/** The answer that stands for a finding: `{status: 'dead', source: 'infobip', reason: 'line_dead: EC_UNKNOWN_SUBSCRIBER'}`. */
export function findingAnswer(finding: Finding, { checkedAt, source, word }: FindingDetails): DetailedAnswer {
  const status = STATUS_OF_FINDING[finding];
  const printable = word?.replaceAll(/[^ -~]+/g, ' ').trim() ?? '';
  const reason = (printable === '' ? finding : `${finding}: ${printable}`).slice(0, MAX_REASON_LENGTH);
  return { status, source, reason, ...(checkedAt === undefined ? {} : { checkedAt }) };
}

/**
 * The finding of a source that asks mobile networks. They do not know the numbers of other lines (fixed, over the internet, toll-free),
 * living ones included: `line_dead` is `line_unclear` for them.
 */
export function findingOfMobileNetwork(finding: Finding, number: E164): Finding {
  return finding === 'line_dead' && isNonMobileNumber(number) ? 'line_unclear' : finding;
}

/** The finding that an answer carries; undefined for one that carries none, as those of most checkers do. */
export function findingOf(answer: CheckAnswer): Finding | undefined {
  if (typeof answer === 'string') return undefined;
  const [word] = (answer.reason ?? '').split(':', 1);
  return FINDINGS.find((finding) => finding === word);
}
