/** A signal that is aborted as soon as one of its sources is, with that source's reason. */
export interface LinkedSignal {
  readonly signal: AbortSignal;
  abort(reason?: unknown): void;
  /** Detaches the signal from its sources. Call it when the work is over. */
  unlink(): void;
}

/** Like `AbortSignal.any`, but can be undone. `AbortSignal.any` keeps its signal as long as a source lives, and a service lives long. */
export function linkSignals(...sources: readonly (AbortSignal | undefined)[]): LinkedSignal {
  const controller = new AbortController();
  const links = sources.flatMap((source) => {
    if (source === undefined) return [];
    const abort = (): void => controller.abort(source.reason);
    if (source.aborted) abort();
    source.addEventListener('abort', abort, { once: true });
    return [() => source.removeEventListener('abort', abort)];
  });
  return {
    signal: controller.signal,
    abort: (reason) => controller.abort(reason),
    unlink: () => {
      for (const unlink of links) unlink();
    },
  };
}
