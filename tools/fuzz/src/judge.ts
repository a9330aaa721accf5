import type { FuzzInput } from './fuzz-input.js';
import { judgeCsv } from './judge-csv.js';
import { judgeRows } from './judge-rows.js';
import { judgeXlsx } from './judge-xlsx.js';
import { type UploadOutcome, uploadOutcome } from './upload-outcome.js';
import type { Verdict } from './verdict.js';

/** Reads or uploads a file, and judges the outcome. */
export async function judge(input: FuzzInput): Promise<Verdict> {
  if (input.kind === 'rows') return await judgeRows(input);
  let outcome: UploadOutcome;
  try {
    outcome = await uploadOutcome(input);
  } catch (error) {
    return {
      outcome: 'broken',
      violation: error instanceof Error ? (error.stack ?? error.message) : String(error),
    };
  }
  const violation =
    input.kind === 'csv'
      ? judgeCsv(input.bytes, outcome, input.undamaged)
      : judgeXlsx(input.bytes, input.damage, outcome);
  return {
    outcome: outcome.kind === 'refused' ? outcome.code : outcome.kind,
    ...(violation === undefined ? {} : { violation }),
  };
}
