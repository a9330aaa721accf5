/**
 * The codes that the client itself fails with:
 * - `connection_failed`: no reply came: the address is wrong, the network is away, or the connection broke;
 * - `timed_out`: the reply, or the next part of it, did not come in time;
 * - `unexpected_reply`: the reply is none of this API: a page of a proxy, for instance, or another server;
 * - `download_damaged`: the result that arrived has fewer rows than the server announced;
 * - `webhook_not_verified`: a message that claims to be a webhook's was not signed with its secret, or was signed long ago.
 */
export const CLIENT_ERROR_CODES = [
  'connection_failed',
  'timed_out',
  'unexpected_reply',
  'download_damaged',
  'webhook_not_verified',
] as const;

export type ClientErrorCode = (typeof CLIENT_ERROR_CODES)[number];
