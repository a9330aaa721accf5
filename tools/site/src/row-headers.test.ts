import { createMarkdownRenderer } from 'vitepress';
import { expect, it } from 'vitest';
import { rowHeaders } from './row-headers.js';

it('makes the first cell of each row a header where a column has none', async () => {
  const markdown = await createMarkdownRenderer('.', { config: rowHeaders });
  const cellsOf = (text: string) => markdown.render(text).match(/<t[hd]\b[^>]*>[^<]*/g);
  expect(cellsOf('| | a | b |\n|---|---|---|\n| c | d | |\n')).toEqual([
    '<td>',
    '<th>a',
    '<th>b',
    '<th scope="row">c',
    '<td>d',
    '<td>',
  ]);
  expect(cellsOf('| a | b |\n|---|---|\n| c | d |\n')).toEqual(['<th>a', '<th>b', '<td>c', '<td>d']);
});
