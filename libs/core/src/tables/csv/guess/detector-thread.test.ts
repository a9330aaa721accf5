import iconv from 'iconv-lite';
import { afterEach, describe, expect, it, vi } from 'vitest';

const CELLS = iconv.encode(
  'Алексей Иванов\nМария Петрова\nБорис Кузнецов\nОльга Смирнова\nНижний Новгород\n',
  'windows-1251',
);

afterEach(() => {
  vi.doUnmock('jschardet');
  vi.doUnmock('node:worker_threads');
  vi.resetModules();
});

async function guess(): Promise<string | undefined> {
  const { guessEncoding } = await import('./guess-encoding.js');
  return await guessEncoding(CELLS);
}

describe('the detector of encodings', () => {
  it('is never loaded in the thread of the caller, whose event loop it would stop', async () => {
    const load = vi.fn(() => {
      throw new Error('loaded');
    });
    vi.doMock('jschardet', load);
    expect(await guess()).toBe('windows-1251');
    expect(load).not.toHaveBeenCalled();
  });

  it('is asked in the thread of the caller where there can be no other', async () => {
    vi.doMock('node:worker_threads', () => ({
      Worker: class {
        constructor() {
          throw new Error('no threads');
        }
      },
    }));
    expect(await guess()).toBe('windows-1251');
  });

  it('answers questions that are asked at once each with its own', async () => {
    const { askDetector } = await import('./detector-thread.js');
    const ask = (bytes: Uint8Array) => askDetector({ ask: 'detectAll', bytes, options: {} });
    const [cyrillic, ascii] = await Promise.all([ask(CELLS), ask(Buffer.from('Ann'))]);
    expect(cyrillic[0]?.encoding?.toLowerCase()).toBe('windows-1251');
    expect(ascii[0]?.encoding?.toLowerCase()).toBe('ascii');
  });
});
