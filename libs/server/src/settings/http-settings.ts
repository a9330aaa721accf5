import type { CorsOptions, RateLimits, RatePolicy } from '@dialproof/http';
import { z } from 'zod';
import { type Setting, StartRefusal } from './setting-variable.js';

const NAMES = ['verify', 'files', 'other', 'failedSignIns', 'registrations'] as const;
const WINDOW_SECONDS = { s: 1, min: 60, h: 3_600, day: 86_400 } as const;
const RATE = /^(\w+)=(?:off|(\d{1,9})\/(s|min|h|day))$/;

/**
 * The limits of requests, written as `verify=1000/s,registrations=off`. An omitted limit is that of the fallback, which has all of them;
 * `off` switches a limit off. `off` alone limits nothing.
 */
export function rates(fallback: string, meaning: string): Setting<RateLimits | null> {
  const defaults = ratesIn(fallback) ?? [];
  const schema = z.string().transform((written, context): RateLimits | null => {
    if (written === 'off') return null;
    const named = ratesIn(written);
    if (named !== undefined) {
      const rates = new Map([...defaults, ...named]);
      return Object.fromEntries([...rates].filter(([, policy]) => policy !== null));
    }
    context.addIssue({
      code: 'custom',
      message: `is "${written}", expected off or rates such as verify=100/s,files=off, of ${NAMES.join(', ')}, each once, as off or a number from 1 for each s, min, h or day.`,
    });
    return z.NEVER;
  });
  return { fallback, meaning, schema };
}

/** A limit and its policy, null if it is off. */
type NamedRate = readonly [name: string, policy: RatePolicy | null];

/** Undefined unless every rate can be read, and none comes twice. */
function ratesIn(written: string): readonly NamedRate[] | undefined {
  const rates = written.split(',').map((rate) => rateOf(rate.trim()));
  const known = rates.filter((rate) => rate !== undefined);
  const names = new Set(known.map(([name]) => name));
  return names.size === rates.length ? known : undefined;
}

function rateOf(rate: string): NamedRate | undefined {
  const [, name, requests, window] = RATE.exec(rate) ?? [];
  if (!NAMES.some((known) => known === name) || name === undefined) return undefined;
  if (requests === undefined) return [name, null];
  if (Number(requests) < 1) return undefined;
  // The pattern has exactly the windows that there are.
  return [
    name,
    { requests: Number(requests), seconds: WINDOW_SECONDS[window as keyof typeof WINDOW_SECONDS] },
  ];
}

/** Throws StartRefusal for invalid origins. */
export function corsOf(corsOrigins: string): CorsOptions | null {
  if (corsOrigins === 'none') return null;
  const origins = corsOrigins.split(',').map((origin) => origin.trim());
  const bad = origins.find((origin) => origin !== '*' && !isOrigin(origin));
  if (bad === undefined) return { origins, exposedHeaders: ['x-request-id'] };
  throw new StartRefusal(
    `DIALPROOF_CORS_ORIGINS has "${bad}", expected an origin without a path: https://app.example.com.`,
  );
}

function isOrigin(text: string): boolean {
  return URL.canParse(text) && new URL(text).origin === text;
}
