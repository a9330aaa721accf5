import { expect, it, onTestFinished, vi } from 'vitest';
import { ALICE, trialService } from '../../service/trial-service.fixture.js';
import { TableBlock } from '../../tables/table-block.js';

const MIB = 1024 * 1024;

it('a preview never cuts two rows of megabytes into their cells in one turn of the event loop', async () => {
  let turn = 0;
  let next = setImmediate(function count() {
    turn += 1;
    next = setImmediate(count);
  });
  const cutIn: number[] = [];
  const cut = TableBlock.prototype.row;
  const spy = vi.spyOn(TableBlock.prototype, 'row').mockImplementation(function (this: TableBlock, row) {
    const cells = cut.call(this, row);
    if (cells.some(({ length }) => length > MIB / 2)) cutIn.push(turn);
    return cells;
  });
  onTestFinished(() => {
    clearImmediate(next);
    spy.mockRestore();
  });
  const { service } = await trialService();
  const row = (index: number) => `+1415555010${index},${'x'.repeat(MIB - 1)},US\n`;
  const content = Buffer.from(
    `phone,a,country\n${Array.from({ length: 5 }, (_, index) => row(index)).join('')}`,
  );
  const { total } = await service.preview({ accountId: ALICE, fileName: 'list.csv', content });
  expect(total).toBe(5);
  expect(cutIn.length).toBeGreaterThanOrEqual(5);
  expect(new Set(cutIn).size).toBe(cutIn.length);
});
