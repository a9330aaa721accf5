import type { CorsOptions } from '@dialproof/http';
import type { Settings } from './settings.js';
import { StartRefusal } from './start-refusal.js';

/** Throws StartRefusal for invalid origins. */
export function corsOf({ corsOrigins }: Settings): CorsOptions | null {
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
