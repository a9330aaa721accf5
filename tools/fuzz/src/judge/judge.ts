import type { FuzzInput } from '../files/fuzz-input.js';
import { judgeCsv } from './judge-csv.js';
import { judgeXlsx } from './judge-xlsx.js';
import { uploadOutcome } from './upload-outcome.js';

/** The outcome of a file, and whether it is right. */
export interface Verdict {
  /** The outcome: `accepted`, the code of the refusal, or `broken`. */
  readonly outcome: string;
  /** What is wrong with it; undefined if nothing is. */
  readonly violation?: string | undefined;
}

/** Uploads a file, and judges the outcome. */
export async function judge(input: FuzzInput): Promise<Verdict> {
  try {
    const outcome = await uploadOutcome(input);
    const violation =
      input.kind === 'csv'
        ? judgeCsv(input.bytes, outcome, input.undamaged)
        : judgeXlsx(input.bytes, input.damage, outcome);
    return { outcome: outcome.kind === 'refused' ? outcome.code : outcome.kind, violation };
  } catch (error) {
    return { outcome: 'broken', violation: error instanceof Error ? String(error.stack) : String(error) };
  }
}
