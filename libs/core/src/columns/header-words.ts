/** The headers of the contract. */
const PHONE_HEADER = /phone|mobile|number|tel|msisdn/;
const PHONE_HEADER_BUT_NUMBER = /phone|mobile|tel|msisdn/;

/** Lines that nobody answers. */
const FAX = words(`fax telecopi telex
  факс φαξ فاكس فکس פקס 传真 傳真 ファックス ファクス 팩스 โทรสาร แฟกซ์`);

/** What is counted, or has a number without being called by it. */
const COUNTED_OR_NUMBERED =
  /\bnumbers? of\b|\b(?:account|apartment|bank|building|card|case|client|contract|customer|employee|flat|house|id|invoice|item|licen[cs]e|member|membership|model|order|part|passport|po|policy|reference|registration|room|routing|serial|street|tax|ticket|tracking|transaction|unit|vat)\b/;

/** How columns of phones are called in other words than those of the contract; short ones only count as whole words. */
const OTHER_WORDS =
  words(`fernsprech festnetz rufnummer handy natel mobil movil celular cellular smartphone whatsapp viber komork
  телеф мобил мобіл сотов τηλ κινητ
  هاتف تلفون تليفون تلفن جوال موبايل موبایل محمول همراه واتساب טלפון נייד
  फोन फ़ोन मोबाइल मोबाईल ফোন মোবাইল โทร มือถือ
  电话 手机 座机 電話 手機 携帯 전화 휴대폰 휴대전화 핸드폰 연락처`);
const SHORT_WORDS = new Set(
  'cell fon fono fone tfno tlf tlfn tlm portable gsm cep puh hp sms sđt kom моб тел сот'.split(' ').map(fold),
);

/** Whether the contract takes it for the header of phones; full-width letters and accents make no difference. */
export function isPhoneHeader(header: string): boolean {
  return PHONE_HEADER.test(fold(header));
}

export function isFaxHeader(header: string): boolean {
  return FAX.test(fold(header));
}

/** Whether a header that matches is that of ids or counts: an order's number, a number of visits. */
export function isOfNumberedThings(header: string): boolean {
  const text = fold(inWords(header));
  return COUNTED_OR_NUMBERED.test(text) && !PHONE_HEADER_BUT_NUMBER.test(text);
}

/** Whether a header says in some language that phones are below it. */
export function saysPhones(header: string): boolean {
  const text = fold(header);
  if (FAX.test(text)) return false;
  return (
    OTHER_WORDS.test(text) ||
    fold(inWords(header))
      .split(/[^\p{L}]+/u)
      .some((word) => SHORT_WORDS.has(word))
  );
}

function words(list: string): RegExp {
  return new RegExp(fold(list).trim().split(/\s+/).join('|'), 'u');
}

/** `orderNumber` and `order_number` are two words. */
function inWords(header: string): string {
  return header.replace(/(?<=\p{Ll})(?=\p{Lu})|_/gu, ' ');
}

/** Full-width letters become plain ones; accents, byte order marks and what else is invisible goes. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .replace(/[\p{M}\p{Default_Ignorable_Code_Point}]/gu, '')
    .toLowerCase();
}
