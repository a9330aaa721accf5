import type { PageSettings } from '../app/settings.js';

const CODE = /^#\/sign-in\/([\w-]+)$/;

/** Takes a one-time code out of the address, where no history and no copy of the address has it afterwards. Undefined if there is none. */
export function codeInAddress({ signInCodeUrl }: PageSettings): string | undefined {
  const [, code] = CODE.exec(location.hash) ?? [];
  if (code === undefined || signInCodeUrl === undefined) return undefined;
  location.replace('#/');
  return code;
}

/** The token of a code; undefined if it was used before or has ended. */
export async function tokenOfCode(
  code: string,
  { signInCodeUrl = '' }: PageSettings,
): Promise<string | undefined> {
  const reply = await fetch(new URL(signInCodeUrl, location.href), {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ code }),
  });
  if (!reply.ok) return undefined;
  const { token } = Object(await reply.json());
  return typeof token === 'string' ? token : undefined;
}
