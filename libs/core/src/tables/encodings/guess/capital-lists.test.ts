import iconv from 'iconv-lite';
import { describe, expect, it } from 'vitest';
import { blocksOf, inPieces, openUpload, TrackedContent, tableRows } from '../../upload.fixture.js';

/** Names and towns in capitals. */
const LISTS = {
  Russian: 'ИВАНОВ ИВАН,МОСКВА\nСМИРНОВА АННА,КАЗАНЬ\nКУЗНЕЦОВ ОЛЕГ,ЕКАТЕРИНБУРГ\nФЁДОРОВА ЮЛИЯ,ТЮМЕНЬ\n',
  Ukrainian: 'ШЕВЧЕНКО АНДРІЙ,КИЇВ\nКОВАЛЬЧУК ОЛЕНА,ЛЬВІВ\nЇЖАК ЄВГЕН,ОДЕСА\nГНАТЮК ЮЛІЯ,РІВНЕ\n',
  Bulgarian: 'ИВАНОВ ГЕОРГИ,СОФИЯ\nДИМИТРОВА ПЕНКА,ПЛОВДИВ\nХРИСТОВ ВАСИЛ,БУРГАС\n',
  Serbian: 'ЈОВАНОВИЋ МИЛАН,БЕОГРАД\nЂОРЂЕВИЋ ЉИЉАНА,КРАГУЈЕВАЦ\nПЕТРОВИЋ НИКОЛА,СУБОТИЦА\n',
  Greek: 'ΠΑΠΑΔΟΠΟΥΛΟΣ ΓΙΩΡΓΟΣ,ΑΘΗΝΑ\nΝΙΚΟΛΑΟΥ ΜΑΡΙΑ,ΘΕΣΣΑΛΟΝΙΚΗ\nΔΗΜΗΤΡΙΟΥ ΕΛΕΝΗ,ΗΡΑΚΛΕΙΟ\n',
  Turkish: 'AYŞE YILMAZ,İSTANBUL\nMEHMET ÖZTÜRK,ESKİŞEHİR\nÇAĞRI ŞAHİN,MUĞLA\nİSMAİL GÜNEŞ,AĞRI\n',
  Hebrew: 'דוד כהן,ירושלים\nמרים לוי,תל אביב\n',
  Arabic: 'محمد أحمد,القاهرة\nفاطمة حسن,الرياض\n',
  Thai: 'สมชาย ใจดี,กรุงเทพมหานคร\nสุดา แก้วใส,เชียงใหม่\n',
  Polish:
    'ŁUKASZ ŻAK,ŁÓDŹ\nMAŁGORZATA WÓJCIK,KRAKÓW\nWIESŁAW DĄBROWSKI,GDAŃSK\nGRAŻYNA WIŚNIEWSKA,CZĘSTOCHOWA\n',
  Czech: 'JIŘÍ DVOŘÁK,PLZEŇ\nKATEŘINA NĚMCOVÁ,ŘÍČANY\nTOMÁŠ PROCHÁZKA,KROMĚŘÍŽ\nVĚRA ČERNÁ,DĚČÍN\n',
  Latvian: 'JĀNIS BĒRZIŅŠ,RĪGA\nKRISTĪNE KALNIŅA,LIEPĀJA\nMĀRIS OZOLIŅŠ,CĒSIS\nPĒTERIS KĻAVIŅA,RĒZEKNE\n',
  Spanish: 'NÚÑEZ FERNÁNDEZ,CORUÑA\nGARCÍA BEGOÑA,LOGROÑO\nGONZÁLEZ LUCÍA,GIJÓN\nMUÑOZ PÉREZ,CÁDIZ\n',
  French:
    'HÉBERT HÉLÈNE,BÉZIERS\nLEFÈVRE STÉPHANE,SAINT-ÉTIENNE\nDUPRÉ BENOÎT,NÎMES\nGAËTAN FRANÇOIS,MÂCON\n',
  German: 'MÜLLER JÜRGEN,KÖLN\nSCHÄFER BÄRBEL,NÜRNBERG\nKÖHLER SÖNKE,LÜBECK\nÖTTINGER GÖTZ,MÜNSTER\n',
  Portuguese:
    'JOÃO ARAÚJO,SETÚBAL\nCONCEIÇÃO MAGALHÃES,ÉVORA\nANTÓNIO SIMÕES,BRAGANÇA\nINÊS GALVÃO,COVILHÃ\n',
} as const;

/** The header is in small letters, and the phones say nothing. */
const HEADER = 'name,town,phone\n';

async function readAs(text: string, encoding: string) {
  const bytes = iconv.encode(HEADER + text, encoding);
  const table = await openUpload('list.csv', new TrackedContent(inPieces(bytes, 16_384)));
  const rows = tableRows(await blocksOf(table));
  return { text: rows.map((row) => `${row.join(',')}\n`).join(''), notes: table.notes };
}

describe('a short list in capitals', () => {
  it.each([
    ['Russian', 'windows-1251'],
    ['Russian', 'koi8-r'],
    ['Russian', 'iso-8859-5'],
    ['Ukrainian', 'windows-1251'],
    ['Ukrainian', 'koi8-u'],
    ['Bulgarian', 'windows-1251'],
    ['Serbian', 'windows-1251'],
    ['Greek', 'windows-1253'],
    ['Greek', 'iso-8859-7'],
    ['Turkish', 'windows-1254'],
    ['Hebrew', 'windows-1255'],
    ['Arabic', 'windows-1256'],
    ['Thai', 'windows-874'],
    ['Polish', 'windows-1250'],
    ['Polish', 'iso-8859-2'],
    ['Czech', 'windows-1250'],
    ['Czech', 'iso-8859-2'],
    ['Latvian', 'windows-1257'],
    ['Spanish', 'windows-1252'],
    ['French', 'windows-1252'],
    ['German', 'windows-1252'],
    ['Portuguese', 'windows-1252'],
  ] as const)('is read as it was written: %s in %s', async (language, encoding) => {
    const read = await readAs(LISTS[language], encoding);
    expect(read.text).toBe(HEADER + LISTS[language]);
    expect(read.notes).toMatchObject([{ code: 'encoding_guessed' }]);
  });
});

describe('a list that is not in capitals, but would be in another encoding', () => {
  it.each([
    ['Russian', 'koi8-r'],
    ['Russian', 'windows-1251'],
    ['Greek', 'windows-1253'],
    ['Ukrainian', 'koi8-u'],
  ] as const)('is read as it was written: %s in %s', async (language, encoding) => {
    const text = LISTS[language].toLowerCase();
    expect((await readAs(text, encoding)).text).toBe(HEADER + text);
  });
});

describe('a list in capitals in a code page that is not looked for', () => {
  it.each([
    ['Greek', 'cp737'],
    ['Hebrew', 'cp862'],
    ['German', 'cp850'],
    ['Spanish', 'cp850'],
    ['Polish', 'cp852'],
  ] as const)('is refused rather than guessed: %s in %s', async (language, encoding) => {
    await expect(readAs(LISTS[language], encoding)).rejects.toMatchObject({ code: 'malformed_file' });
  });
});
