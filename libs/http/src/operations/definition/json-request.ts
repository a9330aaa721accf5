import type { z } from 'zod';
import type { JsonValues } from '../../message/json-values.js';
import type { Caller } from '../../sign-in/bearer.js';
import type { AccountCall } from './operation-call.js';

/**
 * The body of a request. The caller was admitted at its headers, and a client may take its time to send the rest. So when the body was not
 * there at once, the caller must still be admitted at its end, and `caller` is who it is then.
 */
export async function readBody<Shape extends z.ZodObject>(
  { access, caller, request }: Pick<AccountCall, 'access' | 'caller' | 'request'>,
  values: JsonValues<Shape>,
  maxJsonBytes: number,
): Promise<{ readonly body: z.output<Shape>; readonly caller: Caller }> {
  // Before the body is touched: that would send `100 Continue` to a client whose body is too long.
  const wasWhole = request.isWhole;
  const body = await values.read(request, maxJsonBytes);
  return { body, caller: wasWhole ? caller : await access.confirm() };
}
