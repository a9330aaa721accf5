import { useCallback, useRef, useState } from 'preact/hooks';
import { useTools } from './tools.js';

export interface Action<Input extends readonly unknown[]> {
  readonly isRunning: boolean;
  readonly error: unknown;
  /** Does nothing while it runs already. */
  run(...input: Input): Promise<void>;
  clear(): void;
}

/** Something that a user does and that takes a while: it runs once at a time, and its failure is kept to be shown. */
export function useAction<Input extends readonly unknown[]>(
  act: (...input: Input) => Promise<void>,
): Action<Input> {
  const { failed } = useTools();
  const [isRunning, setRunning] = useState(false);
  const [error, setError] = useState<unknown>();
  const running = useRef(false);
  const latest = useRef(act);
  latest.current = act;
  const run = useCallback(
    async (...input: Input) => {
      if (running.current) return;
      running.current = true;
      setRunning(true);
      setError(undefined);
      try {
        await latest.current(...input);
      } catch (failure) {
        setError(failure);
        failed(failure);
      } finally {
        running.current = false;
        setRunning(false);
      }
    },
    [failed],
  );
  const clear = useCallback(() => setError(undefined), []);
  return { isRunning, error, run, clear };
}
