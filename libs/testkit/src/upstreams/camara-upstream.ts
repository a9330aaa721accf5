import type { UpstreamAnswers, UpstreamReply } from './upstream-faults.js';

export interface CamaraUpstreamOptions {
  readonly accessToken: string;
  /** The operator's customers, in E.164. Other numbers are not found. */
  readonly devices: ReadonlyMap<string, CamaraDevice>;
}

/**
 * `data` and `sms` are reachable in that way, `in_service` in a way that is not told; `off` is not reachable; the subscription of `barred` is
 * suspended as a whole.
 */
export type CamaraDevice = 'data' | 'sms' | 'in_service' | 'off' | 'barred';

const REACHABILITY: Readonly<Record<CamaraDevice, object>> = {
  data: { reachable: true, connectivity: ['DATA', 'SMS'] },
  sms: { reachable: true, connectivity: ['SMS'] },
  in_service: { reachable: true },
  off: { reachable: false },
  barred: { reachable: false },
};

/** CAMARA's device reachability 1.0 and subscription status 0.1. */
export function camaraUpstream({ accessToken, devices }: CamaraUpstreamOptions): UpstreamAnswers {
  return ({ body, headers, method, path }) => {
    if (headers.authorization !== `Bearer ${accessToken}`) return CAMARA_REFUSALS.unauthorized;
    if (method !== 'POST') return refusal(405, 'METHOD_NOT_ALLOWED');
    // A request of another shape is a defect of the checker, which its test sees.
    const asked: { device?: { phoneNumber: string }; phoneNumber?: string } = JSON.parse(body);
    switch (path) {
      case '/device-reachability-status/v1/retrieve': {
        const device = devices.get(asked.device?.phoneNumber ?? '');
        if (device === undefined) return CAMARA_REFUSALS.notFound;
        return { status: 200, body: { lastStatusTime: '2026-03-01T10:00:00Z', ...REACHABILITY[device] } };
      }
      case '/subscription-status/v0.1/retrive-subscription-status': {
        const device = devices.get(asked.phoneNumber ?? '');
        if (device === undefined) return CAMARA_REFUSALS.notFound;
        const state = device === 'barred' ? 'suspended' : 'active';
        return { status: 200, body: { voiceSmsIn: state, voiceSmsOut: state, dataService: state } };
      }
      default:
        return refusal(404, 'NOT_FOUND');
    }
  };
}

export const CAMARA_REFUSALS = {
  unauthorized: refusal(401, 'UNAUTHENTICATED'),
  forbidden: refusal(403, 'PERMISSION_DENIED'),
  notFound: refusal(404, 'IDENTIFIER_NOT_FOUND'),
  notApplicable: refusal(422, 'SERVICE_NOT_APPLICABLE'),
  quotaExceeded: refusal(429, 'QUOTA_EXCEEDED'),
  throttled: refusal(429, 'TOO_MANY_REQUESTS'),
} as const;

function refusal(status: number, code: string): UpstreamReply {
  return { status, body: { status, code, message: 'as the API definition describes it' } };
}
