/** Longer than any header that people write; a hostile one may have millions of characters. */
const JUDGED_CHARS = 300;

/** The headers of the contract. */
const PHONE_HEADER = /phone|mobile|number|tel|msisdn/i;

/** Its words except `number`, unless they are part of another word: Phonetic Name, Hotel, Bestellung, Telegram. */
const PHONE_WORD = /phone(?!ti)|(?<!auto)mobile|msisdn|(?<!\p{L})tel(?!eg|ex)|tele[fp]/u;

/** A number by which people are called. */
const CALLED_NUMBER =
  /\b(?:alternate|called|caller|caller id|contact|destination|direct|emergency|fax|from|home|main|office|primary|recipient|sender|to|work) numbers?\b/;

/** A number of people or of rows, in some languages. */
const PLAIN_NUMBER = new RegExp(
  fold(
    String.raw`^(?:numbers?|numeros?|nummern?|numer|numera|numaralar|numara|номера?|ال?رقم|رقم|מספר|号码|號碼|번호)(?: \d+)?$`,
  ),
  'u',
);

/** One end of a call or a message, or a line at a place, where the word is the whole header. So may be other things. */
const END_OF_CALL = new RegExp(
  fold(
    String.raw`^(?:from|to|call(?:er|ee|ed|ing)|(?:call(?:ed|ing) )?party|source|destination|dest|recipients?|senders?|receivers?|home|work|office|von|an|absender|empfanger|privat|geschaftlich|de|para|origen|destino|remitente|destinatario|casa|trabajo|trabalho|domicile|bureau|destinataire|expediteur|от кого|кому|домашний|рабочий)(?: \d+)?$`,
  ),
  'u',
);

/** People, or a list of them, as the only header. */
const LIST =
  /^(?:customers|clients|leads|members|people|persons|users|subscribers|contacts|recipients|list|kunden|kundenliste|mitglieder|personen|teilnehmer|empfanger|liste|clientes|contactos|miembros|usuarios|lista|listado|clienti|contatti|membri|membres|abonnes|klanten|leden|lijst|klienci|kontakty|kunder|medlemmar|musteriler|клиенты|контакты|список)$/;

/** People who are called instead of those that the row is about. */
const OTHER_PEOPLE =
  /\b(?:emergency|next of kin|ice|guardian|notfall\p{L}*|urgence|emergencia|emergenza|noodgeval|nood)\b|экстренн|緊急|紧急/u;

/** Fax and telex lines: nobody answers them. */
const FAX = anyOf(`fax telecopi telex
  факс φαξ فاكس فکس פקס 传真 傳真 ファックス ファクス 팩스 โทรสาร แฟกซ์`);

/** Other words for phones than the contract's. */
const OTHER_WORDS =
  anyOf(`fernsprech festnetz rufnummer rufnr ruf-nr mobnr kontaktnummer recapit handy natel (?<!im|auto)mobil mobiel mobiil mobitel mobtel (?<!auto)movil celular cellular
  smartphone landline whatsapp viber komork puhelin kannykka farsimi talruni selfoon ponsel điện_thoại di_động
  телеф мобил мобіл сотов τηλ κινητ ტელეფონ მობილურ հեռախոս բջջային
  هاتف تلفون تليفون تلفن جوال موبايل موبایل موبائل محمول همراه واتساب טלפון נייד פלאפון
  फोन फ़ोन मोबाइल मोबाईल ফোন মোবাইল ફોન મોબાઇલ ਫੋਨ ਮੋਬਾਈਲ தொலைபேசி மொபைல் ఫోన్ మొబైల్ ಫೋನ್ ಮೊಬೈಲ್ ഫോൺ മൊബൈൽ
  โทร มือถือ เบอร์ติดต่อ ទូរស័ព្ទ ໂທລະສັບ ဖုန်း ስልክ
  电话 手机 座机 电联 联系方式 联系号码 联络号码 電話 手機 携帯 連絡先 モバイル スマホ 전화 휴대폰 휴대전화 핸드폰 연락처 모바일`);

/** Words for a contact that mean phones if they are the whole header. */
const CONTACT = /^(?:contact[os]?|contato|contatto|kontakte?|контакты?|iletisim|contact (?:no|nr|num))$/;

/** Short words for phones, which count as whole words only. */
const SHORT_WORDS = new Set(
  'cel cell fon fono fone tfno tlf tlfn tlm portable fixe fijo gsm cep puh simi simu kinito hp wa ph mob sms sđt đt kom моб тел сот утас טל เบอร์ zap whats'
    .split(' ')
    .map(fold),
);

/** Things that have a number by which nobody calls them. */
const THINGS = `
  account acct apartment application badge bank batch booking box building card case check cheque claim client company
  confirmation contract cust customer delivery document employee file flat house id imei insurance invoice item job licence
  license loan lot loyalty member membership model nhs order part passport patient personnel po policy postal product project
  purchase quote receipt record ref reference registration reservation room routing row security sequence serial shipment sku
  staff store street student subscription supplier tax ticket tracking transaction unit user vat vendor voucher`
  .trim()
  .split(/\s+/);

const NUMBER_OF_THING = new RegExp(
  `\\bnumbers? of\\b|(?<!\\bcaller )\\b(?:${THINGS.join('|')})(?: ?s)? numbers?\\b|bestell?(?:nummer| ?nr)`,
);

/** An id of anything, such as a phone number's in a database. The id of a caller, or in WhatsApp, is a phone number. */
const ID = /(?<!\b(?:caller|wa|whatsapp) )\bids?$/;

/** Whether the header matches the contract's expression. Full-width letters and accents make no difference. */
export function isPhoneHeader(header: string): boolean {
  return PHONE_HEADER.test(header) || PHONE_HEADER.test(foldedHeader(header));
}

/**
 * What a header says that its column holds: phones, things that have a number by which nobody calls them, a `number` of people or of
 * rows, or neither, as a word with `tel` in it.
 */
export type HeaderMeaning = 'phones' | 'things' | 'number' | 'unknown';

export function headerMeaning(header: string): HeaderMeaning {
  const text = foldedWords(header);
  if (isIdOrCount(text)) return 'things';
  if (hasPhoneWord(text) || CALLED_NUMBER.test(text) || saysPhones(header)) return 'phones';
  return PLAIN_NUMBER.test(text) || END_OF_CALL.test(text) ? 'number' : 'unknown';
}

function hasPhoneWord(foldedHeader: string): boolean {
  return PHONE_WORD.test(foldedHeader);
}

/** Whether a header means ids or counts: an order's number, a number of visits, a Telegram id. */
function isIdOrCount(foldedHeader: string): boolean {
  return ID.test(foldedHeader) || (NUMBER_OF_THING.test(foldedHeader) && !hasPhoneWord(foldedHeader));
}

export function isFaxHeader(header: string): boolean {
  return FAX.test(foldedHeader(header));
}

/** Whether a header names no thing that may have a number, but people or their list. */
export function isListHeader(header: string): boolean {
  return LIST.test(foldedWords(header));
}

/** Whether a header says that other people are called than those that the rows are about: in an emergency. */
export function isOfOtherPeople(header: string): boolean {
  return OTHER_PEOPLE.test(foldedWords(header));
}

/** Whether a header says in any language that the column holds phones. */
export function saysPhones(header: string): boolean {
  const text = foldedHeader(header);
  const words = foldedWords(header);
  if (FAX.test(text)) return false;
  return (
    OTHER_WORDS.test(text) ||
    CONTACT.test(words) ||
    words.split(/[^\p{L}]+/u).some((word) => SHORT_WORDS.has(word))
  );
}

/** Matches any of the words, which are separated by spaces. A `_` in a word stands for optional space. */
function anyOf(words: string): RegExp {
  return new RegExp(fold(words).trim().split(/\s+/).join('|').replaceAll('_', '\\s*'), 'u');
}

/** Makes full-width letters plain, and takes off accents, byte order marks and other invisible characters. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

function foldedHeader(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS));
}

/** Folds a header to words with one space between them: `orderNumber`, `order_number` and `Order number:` are `order number`. */
function foldedWords(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
