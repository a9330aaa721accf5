import { useEffect, useState } from 'preact/hooks';
import { useTools } from '../app/tools.js';

const MINUTE_MS = 60_000;

/** A time: how long ago, if it was within the last day. Pointed at, it shows the time itself. */
export function When({ time }: { readonly time: string }) {
  const { formats } = useTools();
  const [now, setNow] = useState(Date.now);
  const ago = formats.ago(time, now);
  const isRecent = ago !== undefined;
  useEffect(() => {
    if (!isRecent) return;
    const timer = setInterval(() => setNow(Date.now()), MINUTE_MS);
    return () => clearInterval(timer);
  }, [isRecent]);
  const full = formats.dateTime(time);
  return (
    <time dateTime={time} title={isRecent ? full : undefined}>
      {ago ?? full}
    </time>
  );
}
