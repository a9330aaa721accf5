import type {
  ObservedCall,
  ObservedCredits,
  ObservedRows,
  ObservedTaskEnd,
  ObservedUpload,
  ServiceObserver,
} from '../ports/optional/service-observer.js';

/** An observer that records all facts, in order. */
export class RecordingObserver implements ServiceObserver {
  readonly calls: ObservedCall[] = [];
  readonly uploads: ObservedUpload[] = [];
  readonly rows: ObservedRows[] = [];
  readonly ends: ObservedTaskEnd[] = [];
  readonly credits: ObservedCredits[] = [];

  onCall(call: ObservedCall): void {
    this.calls.push(call);
  }

  onUpload(upload: ObservedUpload): void {
    this.uploads.push(upload);
  }

  onRows(rows: ObservedRows): void {
    this.rows.push(rows);
  }

  onTaskEnd(task: ObservedTaskEnd): void {
    this.ends.push(task);
  }

  onCredits(credits: ObservedCredits): void {
    this.credits.push(credits);
  }

  /** The checks of all calls, by outcome. */
  get checks(): Record<string, number> {
    const sums: Record<string, number> = {};
    for (const { checks } of this.calls) {
      for (const [outcome, count] of Object.entries(checks)) sums[outcome] = (sums[outcome] ?? 0) + count;
    }
    return sums;
  }

  /** The credits that were held or charged, for single checks or files. */
  sum(purpose: ObservedCredits['purpose'], change: ObservedCredits['change']): number {
    return this.credits
      .filter((one) => one.purpose === purpose && one.change === change)
      .reduce((sum, { credits }) => sum + credits, 0);
  }
}
