/** What a process did until it was killed, in its order. */
export type KilledLog = readonly {
  readonly what: 'call' | 'answer';
  readonly number: string;
  /** In milliseconds of the process. */
  readonly at: number;
}[];

/** The answers that a kill has lost. */
export interface LostAnswers {
  readonly answered: number;
  /** Of these, those about which a later process asked again. */
  readonly askedAgain: number;
  /** The longest time between such an answer and the last call that began before the kill; 0 if none was lost. */
  readonly oldestMs: number;
}

/** The losses of each process but the last one, after which nobody asks. */
export function lostAnswers(logs: readonly KilledLog[]): readonly LostAnswers[] {
  return logs.slice(0, -1).map((log, index) => {
    const later = new Set(logs.slice(index + 1).flatMap((next) => next.map(({ number }) => number)));
    const answers = log.filter(({ what }) => what === 'answer');
    const lost = answers.filter(({ number }) => later.has(number));
    const lastCall = log.findLast(({ what }) => what === 'call')?.at ?? 0;
    return {
      answered: answers.length,
      askedAgain: lost.length,
      oldestMs: Math.max(0, ...lost.map(({ at }) => lastCall - at)),
    };
  });
}
