import { fold, foldedWords } from './folded-header.js';

/** A number of people or of rows, in some languages. */
const PLAIN_NUMBER = new RegExp(
  fold(
    String.raw`^(?:numbers?|numeros?|nummern?|numer|numera|numaralar|numara|номера?|ال?رقم|رقم|מספר|号码|號碼|번호)(?: \d+)?$`,
  ),
  'u',
);

/** One end of a call or a message, or a line at a place, if the word is the whole header. It may mean other things too. */
const END_OF_CALL = new RegExp(
  fold(
    String.raw`^(?:from|to|call(?:er|ee|ed|ing)|(?:call(?:ed|ing) )?party|source|destination|dest|recipients?|senders?|receivers?|home|work|office|von|an|absender|empfanger|privat|geschaftlich|de|para|origen|destino|remitente|destinatario|casa|trabajo|trabalho|domicile|bureau|destinataire|expediteur|от кого|кому|домашний|рабочий)(?: \d+)?$`,
  ),
  'u',
);

/** People or a list of them, as the only header, singular or plural: a column may be named after each row or after all rows. */
const LIST = new RegExp(
  fold(
    `^(?:(?:(?:customer|client|lead|member|people|person|user|subscriber|contact|recipient)s?(?: list)?|list)|kund(?:e[nr]?|in)?|kundenliste|mitglied(?:er)?|person(?:en)?|teilnehmer|empfanger|listen?|clientes?|contactos?|miembros?|usuarios?|contatos?|membros?|lista|listado|clienti|contatt[io]|membri|membres?|abonnes?|klant(?:en)?|leden|lid|lijst|klien(?:t|ci)|kontakty?|medlem(?:mar)?|musteri(?:ler)?|клиенты?|контакты?|список)$`,
  ),
  'u',
);

/** People to call instead of the person in the row. */
const OTHER_PEOPLE =
  /\b(?:emergency|next of kin|ice|guardian|notfall\p{L}*|urgence|emergencia|emergenza|noodgeval|nood)\b|экстренн|緊急|紧急/u;

/** Whether a header, in folded words, says only that it is a number of somebody or something. */
export function saysNumber(words: string): boolean {
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
