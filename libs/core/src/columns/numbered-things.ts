import { foldedWords } from './header-text.js';
import { hasPhoneWord } from './header-words.js';

/** What has a number without being called by it. */
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

/** Ids of whatever it is, such as a phone number's in a database; a caller's id is a number. */
const ID = /(?<!\bcaller )\bids?$/;

/** Whether a header is that of ids or counts: an order's number, a number of visits, a Telegram id. */
export function isOfNumberedThings(header: string): boolean {
  const text = foldedWords(header);
  return ID.test(text) || (NUMBER_OF_THING.test(text) && !hasPhoneWord(text));
}
