import { useEffect, useState } from 'preact/hooks';

const SETTLED_MS = 250;

/** The value once it has stayed the same for a moment, so that not every key press makes a request. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
