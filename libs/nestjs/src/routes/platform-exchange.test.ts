import { OPERATION_NAMES, OPERATIONS } from '@dialproof/http';
import { describe, expect, it } from 'vitest';
import { contractPath } from './platform-exchange.js';

describe('contractPath', () => {
  it.each(['', '/api', '/v1', '/api/v1/phones'])('finds the path of each operation below %j', (mount) => {
    for (const name of OPERATION_NAMES) {
      const path = OPERATIONS[name].path.replace(/\{\w+\}/, '7f0a');
      expect(contractPath(`${mount}${path}?limit=/v1/verify`)).toBe(path);
    }
  });

  it('is the whole path of a request for something else', () => {
    expect(contractPath('/V1/verify')).toBe('/V1/verify');
    expect(contractPath()).toBe('');
  });
});
