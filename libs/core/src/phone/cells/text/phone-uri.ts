/** URIs of RFC 3966 and similar schemes. Parameters may follow the number. */
const NUMBER_URI =
  /^(?:tel|sms|smsto|callto|facetime|whatsapp):(?:\/\/)?((?:[-+.() \d]|%2b|%20)+)((?:[;?][^;?\s]*)*)$/i;
const CONTEXT = /[;?]phone-context=(?:\+|%2b)(\d(?:[-.()]*\d){0,13})(?:[;?]|$)/i;

/** RFC 3261: the user of a SIP address may be a number. With a plus sign it is one. */
const SIP = /^sips?:\+(\d+)(?:;[^@\s]*)?@\S+$/i;
/** Messenger addresses hold the number with its calling code, mostly without a plus sign. */
const MESSENGERS = [
  /^(?:https?:\/\/)?(?:www\.)?wa\.me\/(?:\+|%2b)?(\d+)\/?(?:\?\S*)?$/i,
  /^(?:https?:\/\/)?t\.me\/(?:\+|%2b)(\d+)\/?(?:\?\S*)?$/i,
  /^(\d+)@(?:s\.whatsapp\.net|c\.us)$/i,
];
const MESSENGER_QUERY =
  /^(?:(?:https?:\/\/)?(?:(?:api|web|www)\.)?whatsapp\.com\/send\/?|whatsapp:\/\/send\/?|viber:\/\/(?:chat|add|contact))\?(\S+)$/i;

/** The phone number in a URI or an address, as unread text. Undefined for any other text. */
export function numberInUri(text: string): string | undefined {
  const digits =
    [SIP, ...MESSENGERS].map((pattern) => pattern.exec(text)?.[1]).find(Boolean) ?? inQuery(text);
  if (digits !== undefined) return `+${digits}`;
  const [, written, parameters = ''] = NUMBER_URI.exec(text) ?? [];
  if (written === undefined) return undefined;
  const number = written.replace(/%2b/gi, '+').replace(/%20/g, ' ');
  const context = CONTEXT.exec(parameters)?.[1]?.replace(/\D/g, '');
  return context === undefined || number.includes('+') ? number : `+${context} ${number}`;
}

function inQuery(text: string): string | undefined {
  const query = MESSENGER_QUERY.exec(text)?.[1];
  if (query === undefined) return undefined;
  const parameters = new URLSearchParams(query);
  // A plus sign in a query stands for a space.
  const value = (parameters.get('phone') ?? parameters.get('number') ?? '').trim();
  return /^\+?(\d+)$/.exec(value)?.[1];
}
