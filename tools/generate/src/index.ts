export { csvChunks, writeCsv } from './csv-file.js';
export { type GeneratedRow, generateRows, headerOf } from './generate-rows.js';
export { HEADER, type RowOptions } from './row-options.js';
export { createSeededRandom, type SeededRandom } from './seeded-random.js';
export { writeXlsx } from './xlsx-file.js';
