export { BODY_CHANGES, type BodyChange } from './body-changes.js';
export {
  DIALPROOF_REFUSALS,
  type DialproofUpstreamOptions,
  dialproofUpstream,
} from './dialproof-upstream.js';
export {
  FakeUpstream,
  type FakeUpstreamOptions,
  type FaultChoice,
  startFakeUpstream,
} from './fake-upstream.js';
export {
  HLR_LOOKUPS_REFUSALS,
  type HlrLookupsUpstreamOptions,
  hlrLookupsUpstream,
} from './hlr-lookups-upstream.js';
export {
  INFOBIP_REFUSALS,
  type InfobipLine,
  type InfobipUpstreamOptions,
  infobipUpstream,
} from './infobip-upstream.js';
export {
  type RecordedReplies,
  type RecordedReply,
  type RecordedUpstreamOptions,
  recordedUpstream,
} from './recorded-upstream.js';
export { type Certificate, selfSignedCertificate } from './self-signed-certificate.js';
export {
  TELEGRAM_GATEWAY_REFUSALS,
  type TelegramGatewayUpstreamOptions,
  telegramGatewayUpstream,
} from './telegram-gateway-upstream.js';
export { TWILIO_REFUSALS, type TwilioUpstreamOptions, twilioUpstream } from './twilio-upstream.js';
export type { UpstreamAnswers, UpstreamFault, UpstreamReply, UpstreamRequest } from './upstream-faults.js';
export { FAKE_SECRET, findingOfNumber, VENDOR_FAKES, type VendorFake } from './vendor-fake.js';
