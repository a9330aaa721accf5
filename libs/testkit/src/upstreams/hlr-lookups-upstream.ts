import { createHmac } from 'node:crypto';
import type { UpstreamAnswers, UpstreamReply, UpstreamRequest } from './upstream-faults.js';

export interface HlrLookupsUpstreamOptions {
  readonly apiKey: string;
  readonly apiSecret: string;
  /** Numbers in E.164 with their connectivity status. Others are UNDETERMINED. */
  readonly lines: ReadonlyMap<string, string>;
}

/** hlr-lookups.com, version 2 of its API: `POST /hlr-lookup` and `GET /auth-test`, with the digest that its documentation asks for. */
export function hlrLookupsUpstream(options: HlrLookupsUpstreamOptions): UpstreamAnswers {
  return (request) => {
    if (!isSigned(request, options)) return HLR_LOOKUPS_REFUSALS.unauthorized;
    if (request.method === 'GET' && request.path === '/auth-test') return { status: 200, body: {} };
    if (request.method !== 'POST' || request.path !== '/hlr-lookup') return refusal(404, 'Not Found');
    // A request of another shape is a defect of the checker, which its test sees.
    const { msisdn }: { msisdn: string } = JSON.parse(request.body);
    return { status: 200, body: lookup(msisdn, options.lines.get(msisdn) ?? 'UNDETERMINED') };
  };
}

/** The statuses come from the documentation, the other words are made up. */
export const HLR_LOOKUPS_REFUSALS = {
  unauthorized: refusal(401, 'Unauthorized'),
  outOfFunds: refusal(402, 'Payment Required'),
  throttled: refusal(429, 'Too Many Requests'),
} as const;

function refusal(status: number, message: string): UpstreamReply {
  return { status, body: { errors: [message] } };
}

/** The path is complete, since the checker's base address has none. */
function isSigned(request: UpstreamRequest, { apiKey, apiSecret }: HlrLookupsUpstreamOptions): boolean {
  const timestamp = String(request.headers['x-digest-timestamp']);
  const signature = createHmac('sha256', apiSecret)
    .update(request.path + timestamp + request.method + request.body)
    .digest('hex');
  return request.headers['x-digest-key'] === apiKey && request.headers['x-digest-signature'] === signature;
}

/** As in the example answer of the documentation. */
function lookup(msisdn: string, connectivity_status: string): object {
  return {
    id: 'f94ef092cb53',
    msisdn,
    connectivity_status,
    mccmnc: '310260',
    mcc: '310',
    mnc: '260',
    imsi: '***************',
    msin: '**********',
    msc: '************',
    original_network_name: 'Verizon Wireless',
    original_country_name: 'United States',
    original_country_code: 'US',
    original_country_prefix: '+1',
    is_ported: false,
    ported_network_name: null,
    is_roaming: false,
    roaming_network_name: null,
    cost: '0.0100',
    timestamp: '2020-08-07 19:16:17.676+0300',
    storage: 'SYNC-API-2020-08',
    route: 'IP1',
    processing_status: 'COMPLETED',
    error_code: null,
    data_source: 'LIVE_HLR',
  };
}
