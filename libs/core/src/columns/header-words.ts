// Add new words to OTHER_WORDS, or to SHORT_WORDS if they count only as whole words. The other lists have particular meanings.

/** The examined characters of a header, more than any real one has. A hostile one may have millions. */
const JUDGED_CHARS = 300;

/** Converts full-width letters, and removes accents, byte order marks and other invisible characters. */
export function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}

/** Folds a header; its punctuation stays. */
function foldedHeader(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS));
}

/** Folds a header to words with one space between them: `orderNumber`, `order_number` and `Order number:` are `order number`. */
export function foldedWords(header: string): string {
  return fold(header.slice(0, JUDGED_CHARS).replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}

/** The expression of the contract for phone headers. */
const PHONE_HEADER = /phone|mobile|number|tel|msisdn/i;

/** The words of PHONE_HEADER except `number`, if they are not part of another word: Phonetic Name, Hotel, Bestellung, Telegram. */
const PHONE_WORD = /phone(?!ti)|(?<!auto)mobile|msisdn|(?<!\p{L})tel(?!eg|ex)|tele[fp]/u;

/** A number that people dial. */
const CALLED_NUMBER =
  /\b(?:alternate|best|call ?back|called|caller|caller id|contact|cp|destination|direct|emergency|fax|from|home|main|office|primary|recipient|sender|to|work) numbers?\b|\b(?:direct|main|land) (?:dial|line)\b|\bcaller id\b|\btoll free\b|\bcp no\b|^h p$/;

/** Fax and telex lines, which no person answers. */
const FAX = anyOf(`fax faks telecopi telex belgegecer
  факс φαξ فاكس فکس نمابر دورنگار فیکس פקס ფაქს ֆաքս 传真 傳真 ファックス ファクス 팩스 โทรสาร แฟกซ์ ແຟັກ ဖက်စ် ទូរសារ ፋክስ
  फैक्स फॅक्स ফ্যাক্স ફેક્સ ਫੈਕਸ தொலைநகல் ఫ్యాక్స్ ಫ್ಯಾಕ್ಸ್ ഫാക്സ് ෆැක්ස්`);

/** Other words for phones than the contract's. */
const OTHER_WORDS =
  anyOf(`fernsprech festnetz rufnummer rufnr ruf-nr durchwahl mobnr kontaktnummer contactnummer vast_nummer recapit handy natel (?<!im|auto)mobil mobiel mobiil mobitel mobtel (?<!auto)movil celular cellular
  smartphone landline switchboard whatsapp viber komork puhelin kannykka farsimi simanumer talruni selfoon ponsel bimbit seluler điện_thoại dien_thoai di_động
  tilefono hivoszam elerhetoseg mobil_raqam
  телеф мобил мобіл сотов ұялы утасны τηλ κινητ ტელეფონ მობილურ հեռախոս բջջային
  هاتف تلفون تليفون تلفن جوال موبايل موبایل موبائل محمول همراه واتساب فون_نمبر ٹیلیفون ٹیلی_فون טלפון נייד פלאפון סלולרי
  फोन फ़ोन मोबाइल मोबाईल दूरभाष ফোন মোবাইল ફોન મોબાઇલ ਫੋਨ ਮੋਬਾਈਲ தொலைபேசி மொபைல் கைபேசி அலைபேசி ఫోన్ మొబైల్ ಫೋನ್ ಮೊಬೈಲ್ ഫോൺ മൊബൈൽ දුරකථන දුරකතන ජංගම
  โทร มือถือ เบอร์ติดต่อ ទូរស័ព្ទ ទំនាក់ទំនង ໂທລະສັບ ເບີໂທ ມືຖື ဖုန်း ስልክ หมายเลขติดต่อ
  电话 手机 座机 固话 固話 市話 电联 联系方式 联系号码 联络号码 通讯号码 聯絡方式 聯絡號碼 電話 手機 携帯 連絡先 モバイル スマホ 전화 휴대폰 휴대전화 휴대번호 핸드폰 폰번호 연락처 연락번호 모바일`);

/** Words for a contact that mean phones if they are the whole header, or stand beside a word for a number. */
const CONTACT = new Set(
  `hotline абонент абонента contact contacto contactos contacts contato contatos contatto contatti kontakt kontakte kontak контакт контакты контакти контактный контактний
  iletisim irtibat επικοινωνια elerhetoseg hubungi dihubungi kontaktowy संपर्क সম্পর্ক যোগাযোগ liên_hệ ติดต่อ
  تواصل التواصل للتواصل اتصال الاتصال تماس رابطہ საკონტაქტო байланыс əlaqə bog_lanish boglanish aloqa`
    .trim()
    .split(/\s+/)
    .flatMap((word) => fold(word).split('_')),
);
const NUMBER = new Set(
  `no nr num number numero nro nº nummer numer номер رقم شماره نمبر नंबर नं নম্বর নং nomor nombor số ნომერი нөмірі broj nömrəsi nömrə raqami raqam`
    .trim()
    .split(/\s+/)
    .map(fold),
);

/** Short words for phones, which count as whole words only. */
const SHORT_WORDS = new Set(
  'cel cell fon fono fone tfno tlf tlfn tlm portable fixe fijo gsm cep puh simi simu kinito hp wa ph mob sms sđt đt sdt kom tlfno tlfnr phno nohp zalo моб тел сот утас κιν ტელ მობ հեռ բջջ ໂທ טל เบอร์ zap whats'
    .split(' ')
    .map(fold),
);

/** Things whose numbers are not phones. */
const THINGS = `
  account acct admission apartment application badge bank batch booking box building card case check cheque claim client company
  confirmation contract cust customer delivery document employee enrollment enrolment file flat house id imei insurance invoice item job licence
  license loan lot loyalty member membership model nhs order part passport patient personnel po policy postal product project
  purchase quote receipt record ref reference registration reservation roll room routing row security sequence serial shipment sku
  staff store street student subscription supplier tax ticket tracking transaction unit user vat vendor voucher`
  .trim()
  .split(/\s+/);

const NUMBER_OF_THING = new RegExp(
  `\\bnumbers? of\\b|(?<!\\bcaller )\\b(?:${THINGS.join('|')})(?: ?s)? numbers?\\b|bestell?(?:nummer| ?nr)`,
);

/** An id of anything, even of a phone number in a database. The id of a caller, or in WhatsApp, is a phone number. */
const ID = /(?<!\b(?:caller|wa|whatsapp) )\bids?$/;

/** Whether the header matches the contract's expression. Full-width letters and accents make no difference. */
export function isPhoneHeader(header: string): boolean {
  return PHONE_HEADER.test(header) || PHONE_HEADER.test(foldedHeader(header));
}

/**
 * The meaning of a header: phones, things with numbers that are not phones, a `number` of people or of rows, or unknown, such as a word
 * that contains `tel`.
 */
export type HeaderMeaning = 'phones' | 'things' | 'number' | 'unknown';

export function headerMeaning(header: string): HeaderMeaning {
  const text = foldedWords(header);
  if (isIdOrCount(text)) return 'things';
  if (hasPhoneWord(text) || CALLED_NUMBER.test(text) || saysPhones(header)) return 'phones';
  return saysNumber(text) ? 'number' : 'unknown';
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

/** Whether a header means phones in any language. */
export function saysPhones(header: string): boolean {
  const text = foldedHeader(header);
  const words = foldedWords(header);
  if (FAX.test(text)) return false;
  return (
    OTHER_WORDS.test(text) ||
    saysContact(words) ||
    words.split(/[^\p{L}]+/u).some((word) => SHORT_WORDS.has(word))
  );
}

/** Whether a header means a contact's phone: `Contact`, `Contact no`, but not `Contact name`. */
function saysContact(words: string): boolean {
  const all = words.split(' ');
  const isOther = (word: string) => !CONTACT.has(word) && !NUMBER.has(word);
  return all.some((word) => CONTACT.has(word)) && !all.some((word) => isOther(word) && word !== 'de');
}

/** Matches any of the words, which are separated by spaces. A `_` in a word stands for an optional space or `_`. */
function anyOf(words: string): RegExp {
  return new RegExp(fold(words).trim().split(/\s+/).join('|').replaceAll('_', '[\\s_]*'), 'u');
}

/** A number of people or of rows, in some languages. */
const PLAIN_NUMBER = new RegExp(
  fold(
    String.raw`^(?:numbers?|numeros?|nummern?|numer|numera|numaralar|numara|номера?|ال?رقم|رقم|מספר|号码|號碼|번호)(?: \d+)?$`,
  ),
  'u',
);

/** A header that is only one end of a call or a message, or the place of a line. Such words may mean other things too. */
const END_OF_CALL = new RegExp(
  fold(
    String.raw`^(?:from|to|call(?:er|ee|ed|ing)|(?:call(?:ed|ing) )?party|source|destination|dest|recipients?|senders?|receivers?|home|work|office|von|an|absender|empfanger|privat|geschaftlich|de|para|origen|destino|remitente|destinatario|casa|trabajo|trabalho|domicile|bureau|destinataire|expediteur|от кого|кому|домашний|рабочий)(?: \d+)?$`,
  ),
  'u',
);

/** A header that is only a word for people or a list, singular or plural. */
const LIST = new RegExp(
  fold(
    `^(?:(?:(?:customer|client|lead|member|people|person|user|subscriber|contact|recipient)s?(?: list)?|list)|kund(?:e[nr]?|in)?|kundenliste|mitglied(?:er)?|person(?:en)?|teilnehmer|empfanger|listen?|clientes?|contactos?|miembros?|usuarios?|contatos?|membros?|lista|listado|clienti|contatt[io]|membri|membres?|abonnes?|klant(?:en)?|leden|lid|lijst|klien(?:t|ci)|kontakty?|medlem(?:mar)?|musteri(?:ler)?|клиенты?|контакты?|список)$`,
  ),
  'u',
);

/** People to call instead of the person in the row. */
const OTHER_PEOPLE =
  /\b(?:emergency|next of kin|ice|guardian|notfall\p{L}*|urgence|emergencia|emergenza|noodgeval|nood)\b|экстренн|緊急|紧急/u;

/** Whether a header, in folded words, means only a number of somebody or something. */
function saysNumber(words: string): boolean {
  return PLAIN_NUMBER.test(words) || END_OF_CALL.test(words);
}

/** Whether a header names people or a list of them, such as `Customers`. */
export function isListHeader(header: string): boolean {
  return LIST.test(foldedWords(header));
}

/** Whether a header names people to call in an emergency, instead of those in the rows. */
export function isOfOtherPeople(header: string): boolean {
  return OTHER_PEOPLE.test(foldedWords(header));
}
