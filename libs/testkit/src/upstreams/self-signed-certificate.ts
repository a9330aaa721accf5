import { createPublicKey, generateKeyPairSync, randomBytes, sign } from 'node:crypto';

export interface Certificate {
  /** In PEM. */
  readonly key: string;
  readonly cert: string;
}

const SEQUENCE = 0x30;
const SET = 0x31;
const INTEGER = 0x02;
const UTF8_STRING = 0x0c;
const UTC_TIME = 0x17;
const BIT_STRING = 0x03;
const VERSION_3 = Buffer.from('a003020102', 'hex');
const COMMON_NAME = Buffer.from('0603550403', 'hex');
const ECDSA_WITH_SHA256 = Buffer.from('300a06082a8648ce3d040302', 'hex');

/** A self-signed certificate (RFC 5280, 4.1), for a server that clients have to refuse. */
export function selfSignedCertificate(commonName: string): Certificate {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const publicKey = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  const name = der(SEQUENCE, der(SET, der(SEQUENCE, COMMON_NAME, der(UTF8_STRING, Buffer.from(commonName)))));
  // Two-digit years: from 2000 to 2049.
  const validity = der(
    SEQUENCE,
    der(UTC_TIME, Buffer.from('000101000000Z')),
    der(UTC_TIME, Buffer.from('491231235959Z')),
  );
  const serial = der(INTEGER, Buffer.from([1]), randomBytes(8));
  const body = der(SEQUENCE, VERSION_3, serial, ECDSA_WITH_SHA256, name, validity, name, publicKey);
  const signature = der(BIT_STRING, Buffer.from([0]), sign('sha256', body, privateKey));
  const certificate = der(SEQUENCE, body, ECDSA_WITH_SHA256, signature);
  return {
    key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    cert: `-----BEGIN CERTIFICATE-----\n${certificate.toString('base64')}\n-----END CERTIFICATE-----\n`,
  };
}

/** A value in DER: its tag, its length, its contents. */
function der(tag: number, ...contents: readonly Uint8Array[]): Buffer {
  const content = Buffer.concat(contents);
  const { length } = content;
  const size =
    length < 0x80 ? [length] : length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff];
  return Buffer.concat([Buffer.from([tag, ...size]), content]);
}
