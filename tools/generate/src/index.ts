export { csvChunks, writeCsv, writeXlsx } from './files.js';
export { type GeneratedRow, generateRows, headerOf } from './generate-rows.js';
export { HEADER, type RowOptions } from './row-options.js';
export { createSeededRandom, type SeededRandom } from './seeded-random.js';
