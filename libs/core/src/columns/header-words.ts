import { fold, foldedHeader, foldedWords } from './header-text.js';

/** The headers of the contract. */
const PHONE_HEADER = /phone|mobile|number|tel|msisdn/i;

/** Its words but `number`, where they are not a part of another one: Phonetic Name, Hotel, Bestellung, Telegram. */
const PHONE_WORD = /phone(?!ti)|(?<!auto)mobile|msisdn|(?<!\p{L})tel(?!eg|ex)|tele[fp]/u;

/** A number by which people are called. */
const CALLED_NUMBER =
  /^numbers?(?: \d+)?$|\b(?:alternate|called|caller|caller id|contact|destination|direct|emergency|from|home|main|office|primary|recipient|sender|to|work) numbers?\b/;

/** Lines that nobody answers. */
const FAX = anyOf(`fax telecopi telex
  факс φαξ فاكس فکس פקס 传真 傳真 ファックス ファクス 팩스 โทรสาร แฟกซ์`);

/** How columns of phones are called in other words than those of the contract. */
const OTHER_WORDS =
  anyOf(`fernsprech festnetz rufnummer handy natel (?<!im|auto)mobil mobiel mobiil mobitel mobtel (?<!auto)movil celular cellular
  smartphone landline whatsapp viber komork puhelin kannykka farsimi talruni selfoon ponsel điện_thoại di_động
  телеф мобил мобіл сотов τηλ κινητ ტელეფონ მობილურ հեռախոս բջջային
  هاتف تلفون تليفون تلفن جوال موبايل موبایل موبائل محمول همراه واتساب טלפון נייד פלאפון
  फोन फ़ोन मोबाइल मोबाईल ফোন মোবাইল ફોન મોબાઇલ ਫੋਨ ਮੋਬਾਈਲ தொலைபேசி மொபைல் ఫోన్ మొబైల్ ಫೋನ್ ಮೊಬೈಲ್ ഫോൺ മൊബൈൽ
  โทร มือถือ เบอร์ติดต่อ ទូរស័ព្ទ ໂທລະສັບ ဖုန်း ስልክ
  电话 手机 座机 电联 联系方式 联系号码 联络号码 電話 手機 携帯 連絡先 モバイル スマホ 전화 휴대폰 휴대전화 핸드폰 연락처 모바일`);

/** Who is reached, where that is all that a header says. */
const CONTACT = /^(?:contact[os]?|contato|kontakt|contact (?:no|nr|num))$/;

/** Short ones of them, which only count as whole words. */
const SHORT_WORDS = new Set(
  'cel cell fon fono fone tfno tlf tlfn tlm portable fixe fijo gsm cep puh simi simu kinito hp wa ph mob sms sđt kom моб тел сот утас'
    .split(' ')
    .map(fold),
);

/** Whether the contract takes it for the header of phones; full-width letters and accents make no difference. */
export function isPhoneHeader(header: string): boolean {
  return PHONE_HEADER.test(header) || PHONE_HEADER.test(foldedHeader(header));
}

/** Whether a header that matches means phones by it, and not the number of a thing or a part of a word. */
export function callsPhones(header: string): boolean {
  const text = foldedWords(header);
  return hasPhoneWord(text) || CALLED_NUMBER.test(text) || saysPhones(header);
}

export function hasPhoneWord(foldedHeader: string): boolean {
  return PHONE_WORD.test(foldedHeader);
}

export function isFaxHeader(header: string): boolean {
  return FAX.test(foldedHeader(header));
}

/** Whether a header says in some language that phones are below it. */
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

/** Between words there are spaces, within one there may be where it has `_`. */
function anyOf(words: string): RegExp {
  return new RegExp(fold(words).trim().split(/\s+/).join('|').replaceAll('_', '\\s*'), 'u');
}
