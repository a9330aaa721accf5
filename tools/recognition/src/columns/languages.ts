import type { ExportFile } from './export-file.js';
import { EAST_ASIAN } from './languages/east-asian.js';
import { FRENCH_AND_ITALIAN } from './languages/french-and-italian.js';
import { GERMAN_LISTS } from './languages/german.js';
import { MIDDLE_EASTERN } from './languages/middle-eastern.js';
import { NORTHERN } from './languages/northern.js';
import { SLAVIC } from './languages/slavic.js';
import { SOUTH_AND_SOUTHEAST_ASIAN } from './languages/south-and-southeast-asian.js';
import { SPANISH_AND_PORTUGUESE } from './languages/spanish-and-portuguese.js';

/** Lists as they are headed in many languages. */
export const LANGUAGES: readonly ExportFile[] = [
  ...SPANISH_AND_PORTUGUESE,
  ...GERMAN_LISTS,
  ...FRENCH_AND_ITALIAN,
  ...NORTHERN,
  ...SLAVIC,
  ...MIDDLE_EASTERN,
  ...SOUTH_AND_SOUTHEAST_ASIAN,
  ...EAST_ASIAN,
];
