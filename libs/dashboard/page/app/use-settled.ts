import { useEffect, useState } from 'preact/hooks';

const SETTLED_MS = 250;

/** The value once it has stayed the same for a moment: nothing is asked for at each key that is pressed. */
export function useSettled<Value>(value: Value): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), SETTLED_MS);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
