/**
 * The finding of a checker of lines, or of one app. It is the first word of an answer's `reason`, such as `line_live: active`.
 *
 * - `line_live`: the line is in service. No app was asked, so the status is `unknown`.
 * - `line_absent`: the line exists, and cannot be reached at present or is suspended. The status is `inactive`.
 * - `line_dead`: there is no such line. The status is `dead`.
 * - `line_unclear`: the upstream looked and cannot tell. The status is `unknown`.
 * - `app_absent`: the number is not on the app that was asked. The status is `unknown`, or `inactive` if the line is in service.
 */
export const FINDINGS = ['line_live', 'line_absent', 'line_dead', 'line_unclear', 'app_absent'] as const;
export type Finding = (typeof FINDINGS)[number];

/** The finding in the reason of an answer; undefined for a reason without one. */
export function findingIn(reason: string | undefined): Finding | undefined {
  const [word] = reason?.split(':', 1) ?? [];
  return FINDINGS.find((finding) => finding === word);
}
