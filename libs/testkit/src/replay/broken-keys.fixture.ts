import { type AccountId, accountId } from '@dialproof/core';
import { FaultError } from '../runner/broken.fixture.js';
import { type BrokenReplays, brokenReplays, under } from './broken-store.fixture.js';

const APART = 'keeps keys apart that differ in anything, and those of accounts';

export const BROKEN_KEYS: readonly BrokenReplays[] = [
  brokenReplays(
    'compares keys in any case of letters',
    APART,
    under((request) => ({ ...request, key: request.key.toLowerCase() })),
  ),
  brokenReplays(
    'takes off the space around a key',
    APART,
    under((request) => ({ ...request, key: request.key.trim() })),
  ),
  brokenReplays(
    'normalises keys',
    APART,
    under((request) => ({ ...request, key: request.key.normalize() })),
  ),
  brokenReplays(
    'mixes the keys of accounts up',
    APART,
    under((request) => ({ ...request, accountId: accountId('everyone') as AccountId })),
  ),
  brokenReplays('takes no long key', APART, (store) => ({
    async begin(request) {
      if (request.key.length > 200) throw new FaultError('value too long');
      return store.begin(request);
    },
  })),
];
