import type { RateLimits, RatePolicy } from '@dialproof/http';
import { z } from 'zod';
import type { SettingVariable } from './setting-variable.js';

const NAMES = ['verify', 'files', 'other', 'failedSignIns', 'registrations'] as const;
const WINDOW_SECONDS = { s: 1, min: 60, h: 3_600, day: 86_400 } as const;
const RATE = /^(\w+)=(\d{1,9})\/(s|min|h|day)$/;

/**
 * How often may be asked, written as `verify=1000/s,registrations=60/h`; `off` limits nothing. What is not named is not limited.
 */
export function rates(
  variable: string,
  fallback: string,
  meaning: string,
): SettingVariable<RateLimits | null> {
  const schema = z.string().transform((written, context) => {
    if (written === 'off') return null;
    const policies = written.split(',').map((rate) => policyOf(rate.trim()));
    const names = new Set(policies.map((policy) => policy?.[0]));
    if (policies.every((policy) => policy !== undefined) && names.size === policies.length) {
      return Object.fromEntries(policies) as RateLimits;
    }
    context.addIssue({
      code: 'custom',
      message: `${variable} is "${written}", expected off or rates such as verify=100/s,files=60/min, of ${NAMES.join(', ')}, each once, and of 1 or more for each s, min, h or day.`,
    });
    return z.NEVER;
  });
  return { variable, fallback, meaning, schema };
}

function policyOf(rate: string): readonly [string, RatePolicy] | undefined {
  const [, name, requests, window] = RATE.exec(rate) ?? [];
  if (!NAMES.some((known) => known === name) || name === undefined || Number(requests) < 1) return undefined;
  // The pattern has exactly the windows that there are.
  return [
    name,
    { requests: Number(requests), seconds: WINDOW_SECONDS[window as keyof typeof WINDOW_SECONDS] },
  ];
}
