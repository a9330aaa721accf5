import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import type { FileReading } from '../../../model/file-reading.js';
import { ALICE } from '../../../service/trial-service.fixture.js';
import { PayloadDigest } from './repeated-upload.js';

function digestOf(reading: FileReading): string {
  const content = Buffer.from('phone\n');
  const digest = new PayloadDigest({ accountId: ALICE, fileName: 'people.csv', content, ...reading });
  digest.update(content);
  return digest.digest();
}

describe('PayloadDigest', () => {
  it('gives an upload without a sheet the digest that earlier versions stored', () => {
    const stored = createHash('sha256').update('["people.csv","phone","DE",null,null,null,2]phone\n');
    expect(digestOf({ phoneColumn: 'phone', defaultCountry: 'DE', headerRow: 2 })).toBe(stored.digest('hex'));
  });

  it('tells sheets apart', () => {
    const digests = [{}, { sheet: 'A' }, { sheet: 'B' }, { sheet: '' }].map(digestOf);
    expect(new Set(digests).size).toBe(4);
  });
});
