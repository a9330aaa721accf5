import { EventEmitter } from 'node:events';
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

  it('answers each of several questions that are asked at once', async () => {
    const { askDetector } = await import('./detector.js');
    const ask = (bytes: Uint8Array) => askDetector({ ask: 'detectAll', bytes, options: {} });
    const [cyrillic, ascii] = await Promise.all([ask(CELLS), ask(Buffer.from('Ann'))]);
    expect(cyrillic[0]?.encoding?.toLowerCase()).toBe('windows-1251');
    expect(ascii[0]?.encoding?.toLowerCase()).toBe('ascii');
  });

  it('has one thread at most, also while a failed one ends', async () => {
    const threads: FakeThread[] = [];
    vi.doMock('node:worker_threads', () => ({
      Worker: class extends FakeThread {
        constructor() {
          super();
          threads.push(this);
        }
      },
    }));
    const { askDetector } = await import('./detector.js');
    const ask = () => askDetector({ ask: 'detectAll', bytes: Buffer.from('Ann'), options: {} });
    const running = () => threads.filter(({ hasEnded }) => !hasEnded).length;

    const failed = ask();
    await expect.poll(() => threads[0]?.questions).toBe(1);
    threads[0]?.emit('error', new Error('out of memory'));
    const meanwhile = ask();
    await expect.poll(() => threads[0]?.questions).toBe(2);
    expect(running()).toBe(1);
    threads[0]?.end();
    // Both are answered in the thread of the caller.
    for (const answer of [await failed, await meanwhile]) expect(answer[0]?.encoding).toBe('ascii');

    const later = [ask(), ask()];
    await expect.poll(() => threads[1]?.questions).toBe(2);
    expect(running()).toBe(1);
    for (const _ of later) threads[1]?.emit('message', [{ encoding: 'of the thread', confidence: 1 }]);
    for (const answer of await Promise.all(later)) expect(answer[0]?.encoding).toBe('of the thread');
  });
});

/** A thread that answers, fails and ends when the test says so. */
class FakeThread extends EventEmitter {
  hasEnded = false;
  questions = 0;

  end(): void {
    this.hasEnded = true;
    this.emit('exit', 1);
  }

  ref(): void {}

  unref(): void {}

  postMessage(): void {
    this.questions += 1;
  }
}
