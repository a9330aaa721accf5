import type { Observation } from '@dialproof/core';
import { z } from 'zod';
import { appNumber, seenTime } from '../observed.js';

/** Only an undocumented part is left out: a strange message does not affect the others. */
const LIST = z.array(z.unknown()).catch([]);
const SECONDS = z.string().regex(/^\d{1,12}$/);

const DELIVERY = z.object({ object: z.literal('whatsapp_business_account'), entry: LIST });
const ENTRY = z.object({ changes: LIST });
const CHANGE = z.object({
  field: z.literal('messages'),
  value: z.object({ messages: LIST, statuses: LIST }),
});
const MESSAGE = z.object({ from: z.string(), timestamp: SECONDS, type: z.string().optional() });
const STATUS = z.object({
  recipient_id: z.string(),
  timestamp: SECONDS,
  status: z.enum(['delivered', 'read']),
  recipient_type: z.string().optional(),
});

/** The observations in a webhook's body, which may be anything. Entries that prove nothing, such as `sent` and `failed`, are left out. */
export function whatsappObservations(body: unknown, now: number): readonly Observation[] {
  return valid(DELIVERY, [body])
    .flatMap(({ entry }) => valid(ENTRY, entry))
    .flatMap(({ changes }) => valid(CHANGE, changes))
    .flatMap(({ value: { messages, statuses } }) => [
      ...valid(MESSAGE, messages)
        // Notes of WhatsApp itself, such as that the owner of this number has left it for another one.
        .filter(({ type }) => type !== 'system')
        .flatMap(({ from, timestamp }) => seen(from, timestamp, { source: 'whatsapp_message', now })),
      ...valid(STATUS, statuses)
        .filter(({ recipient_type }) => recipient_type !== 'group')
        .flatMap(({ recipient_id, timestamp, status }) =>
          seen(recipient_id, timestamp, { source: `whatsapp_${status}`, now }),
        ),
    ]);
}

function seen(
  id: string,
  seconds: string,
  { source, now }: { readonly source: string; readonly now: number },
): readonly Observation[] {
  const number = appNumber(id);
  const seenAt = seenTime(Number(seconds) * 1_000, now);
  if (number === undefined || seenAt === undefined) return [];
  return [{ number, app: 'whatsapp', seenAt, source }];
}

function valid<Schema extends z.ZodType>(schema: Schema, values: readonly unknown[]): z.infer<Schema>[] {
  return values.flatMap((value) => {
    const { success, data } = schema.safeParse(value);
    return success ? [data] : [];
  });
}
