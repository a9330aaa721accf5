import { useCallback, useEffect, useState } from 'preact/hooks';
import { useTools } from './tools.js';

export interface Loaded<Value> {
  /** The last loaded value, also while it is being loaded again. */
  readonly value: Value | undefined;
  readonly error: unknown;
  readonly isLoading: boolean;
  reload(): void;
}

/** Loads something when a part of the page is shown, when `inputs` change, and after each sign-in. */
export function useLoaded<Value>(
  load: (signal: AbortSignal) => Promise<Value>,
  inputs: readonly unknown[],
): Loaded<Value> {
  const { failed, signIns } = useTools();
  const [state, setState] = useState<Omit<Loaded<Value>, 'reload'>>({
    value: undefined,
    error: undefined,
    isLoading: true,
  });
  const [turn, setTurn] = useState(0);
  useEffect(() => {
    const stop = new AbortController();
    setState(({ value }) => ({ value, error: undefined, isLoading: true }));
    load(stop.signal).then(
      (value) => {
        if (!stop.signal.aborted) setState({ value, error: undefined, isLoading: false });
      },
      (error) => {
        if (stop.signal.aborted) return;
        setState(({ value }) => ({ value, error, isLoading: false }));
        failed(error);
      },
    );
    return () => stop.abort();
    // `load` is a new function each time; its dependencies are in `inputs`.
  }, [...inputs, turn, signIns]);
  const reload = useCallback(() => setTurn((count) => count + 1), []);
  return { ...state, reload };
}
