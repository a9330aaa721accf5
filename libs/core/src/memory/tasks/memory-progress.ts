import { addSources, type SourceCounts } from '../../model/sources.js';
import { emptySummary, VERIFICATION_STATUSES } from '../../model/statuses.js';
import type { Task } from '../../model/task.js';
import type { ChunkRecord } from '../../ports/task-store.js';

/** The progress of a task of the {@link MemoryTaskStore}, in rows, and its cost. */
export class MemoryProgress {
  readonly #summary = emptySummary();
  #sources: SourceCounts = {};
  #checksFailed = 0;
  #verified = 0;

  /** Numbers verified in this run. */
  get verified(): number {
    return this.#verified;
  }

  get counts(): Pick<Task, 'processed' | 'summary' | 'sources' | 'checksFailed'> {
    const summary = { ...this.#summary };
    const processed = VERIFICATION_STATUSES.reduce((rows, status) => rows + summary[status], 0);
    return { processed, summary, sources: { ...this.#sources }, checksFailed: this.#checksFailed };
  }

  addRowsWithoutNumber(rows: number): void {
    this.#summary.unknown += rows;
  }

  add({ rows, sources, checksFailed, verified }: ChunkRecord): void {
    for (const status of VERIFICATION_STATUSES) this.#summary[status] += rows[status];
    this.#sources = addSources(this.#sources, sources);
    this.#checksFailed += checksFailed;
    this.#verified += verified;
  }

  /** Removes the rows whose check failed, which have no source, and begins to count verified numbers at 0. */
  beginRun(): void {
    this.#summary.unknown -= this.#checksFailed;
    this.#checksFailed = 0;
    this.#verified = 0;
  }
}
