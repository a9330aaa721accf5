import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { blocksOf, inPieces, openUpload, TrackedContent } from '../../upload.fixture.js';

/** Names and towns as in real lists: most have no accents. */
const WESTERN = {
  French: {
    names:
      'Jean Marie Michel André Philippe René Louis Jacques Hélène Éric Nathalie François Stéphane Benoît Jérôme Aurélie Martin Bernard Dubois Petit Durand Moreau Lefèvre Roux Morel Girard Mercier Chrétien Béranger',
    towns:
      'Paris Marseille Lyon Toulouse Nantes Lille Reims Saint-Étienne Dijon Angers Nîmes Besançon Orléans Béziers Évry',
  },
  Spanish: {
    names:
      'Juan Ana María José Luis Carmen Antonio Manuel Isabel Jesús Javier Lucía Sofía Andrés Ángel Óscar Mónica García Fernández González Rodríguez López Martínez Pérez Gómez Ruiz Díaz Moreno Muñoz Álvarez Vázquez Núñez Peña',
    towns:
      'Madrid Barcelona Valencia Sevilla Málaga Murcia Bilbao Alicante Córdoba Gijón Coruña Cádiz León Almería Logroño',
  },
  Portuguese: {
    names:
      'João Maria José Ana Luís Inês António Mónica Rui Silva Santos Araújo Guimarães Magalhães Simões Ferreira Conceição Gonçalves',
    towns: 'Lisboa Porto Setúbal Évora Braga Covilhã Guimarães',
  },
  Dutch: {
    names: 'Jan Piet Daniël Joëlle René André Zoë Kees Noël Jansen Bakker Visser Smit Mulder Geërfd Coöp',
    towns: 'Amsterdam Rotterdam Utrecht Curaçao België Coevorden Oisterwijk',
  },
  Italian: {
    names:
      'Giuseppe Maria Giovanni Anna Antonio Rosa Mario Luigi Francesco Teresa Nicolò Niccolò Rossi Russo Ferrari Esposito Bianchi Romano Colombo Ricci Greco Gallo Conti Dalò Cantù Zanò',
    towns: 'Roma Milano Napoli Torino Forlì Cantù Cefalù Nardò Mondovì Bologna Firenze',
  },
} as const;

/** Lists in other letters, some of which stand beside names in Latin ones. */
const OTHERS = [
  [
    'windows-1251',
    'Иван Анна Олег Иванов Смирнова Кузнецов Maria ООО IBM',
    'Москва Казань Тверь Екатеринбург',
  ],
  ['windows-1253', 'Γιώργος Μαρία Παπαδόπουλος Νικολάου Ελένη Anna ΑΕ IBM', 'Αθήνα Θεσσαλονίκη Πάτρα Λάρισα'],
  ['windows-1255', 'דוד מרים כהן לוי אברהם שרה David IBM', 'ירושלים חיפה אשדוד נתניה'],
  ['windows-1256', 'محمد أحمد فاطمة حسن خالد يوسف Ahmed IBM', 'القاهرة الرياض دمشق بغداد'],
  ['windows-874', 'สมชาย ใจดี สุดา แก้วใส วิชัย Somchai IBM', 'กรุงเทพมหานคร เชียงใหม่ ภูเก็ต ขอนแก่น'],
] as const;

/** A list of rows whose names and towns are drawn by `seed`. */
function list(names: string, towns: string, rows: number, seed: number): string {
  let state = seed;
  const oneOf = (words: string): string => {
    const all = words.split(' ');
    state = (state * 1_664_525 + 1_013_904_223) % 2 ** 32;
    return all[Math.floor((state / 2 ** 32) * all.length)] ?? '';
  };
  const lines = Array.from(
    { length: rows },
    (_, row) => `${oneOf(names)} ${oneOf(names)},+41446681${100 + row},${oneOf(towns)}\n`,
  );
  return `name,phone,town\n${lines.join('')}`;
}

async function encodingOf(bytes: Uint8Array): Promise<string | null> {
  const table = await openUpload('list.csv', new TrackedContent(inPieces(bytes, 16_384)));
  await blocksOf(table);
  return table.encoding;
}

/**
 * The sizes of the lists, and how many random lists of each size are read. Short lists differ most from one another, so there are more of
 * them.
 */
const SIZES = [
  { rows: 5, lists: 8 },
  { rows: 50, lists: 3 },
  { rows: 200, lists: 1 },
];

const seeds = (lists: number): number[] => Array.from({ length: lists }, (_, index) => index + 1);

/** The distinct encodings that the lists were read in. ASCII alone is UTF-8. */
async function encodingsOf(texts: readonly string[], encoding: string): Promise<readonly unknown[]> {
  const found = new Set<unknown>();
  for (const text of texts) found.add(await encodingOf(iconv.encode(text, encoding)));
  found.delete('utf-8');
  return [...found];
}

describe('the encoding of a list in Windows-1252', () => {
  const cases = Object.entries(WESTERN).flatMap(([language, words]) =>
    SIZES.map((size) => ({ language, ...size, ...words })),
  );

  it.each(cases)('is found for $rows rows in capitals: $language', async ({ names, towns, rows, lists }) => {
    const texts = seeds(lists).map((seed) => list(names, towns, rows, seed).toUpperCase());
    expect(await encodingsOf(texts, 'windows-1252')).toEqual(['windows-1252']);
  });

  it.each(cases)(
    'is found for $rows rows in mixed case: $language',
    async ({ names, towns, rows, lists }) => {
      const texts = seeds(lists).map((seed) => list(names, towns, rows, seed));
      expect(await encodingsOf(texts, 'windows-1252')).toEqual(['windows-1252']);
    },
  );

  it.each([
    'NOM,PHONE,VILLE\nHÉLÈNE DURAND,+33140000000,BESANÇON\nRENÉ LEFÈVRE,+33140000001,ORLÉANS\nFRANÇOIS MOREL,+33140000002,NÎMES\nJÉRÔME PETIT,+33140000003,SAINT-ÉTIENNE\nAURÉLIE ROUX,+33140000004,ÉVRY\n',
    `NOME,PHONE\n${'NICOLÒ ROSSI,FORLÌ\nDALÒ,CANTÙ\nNARDÒ,MONDOVÌ\nZANÒ,CEFALÙ\n'.repeat(3)}`,
  ])('is found where every word ends or goes on in plain letters: %j', async (text) => {
    expect(await encodingOf(iconv.encode(text, 'windows-1252'))).toBe('windows-1252');
  });
});

describe('the encoding of a list in letters that are not Latin', () => {
  const cases = OTHERS.flatMap(([encoding, names, towns]) =>
    SIZES.map((size) => ({ encoding, names, towns, ...size })),
  );

  it.each(cases)('is found for $rows rows: $encoding', async ({ encoding, names, towns, rows, lists }) => {
    const texts = seeds(lists).map((seed) => list(names, towns, rows, seed));
    expect(await encodingsOf(texts, encoding)).toEqual([encoding]);
  });
});
