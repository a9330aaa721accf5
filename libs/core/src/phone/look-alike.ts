const YEAR = '(?:19|20)\\d\\d';
const MONTH = '(?:0?[1-9]|1[0-2])';
const MONTH_OR_DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = new RegExp(
  `^(?:${YEAR}([-./ ])${MONTH_OR_DAY}\\1${MONTH_OR_DAY}|${MONTH_OR_DAY}([-./ ])${MONTH_OR_DAY}\\2${YEAR})(?: |$)`,
);
/** Not with spaces: that is how six digits are written in Greenland. */
const SHORT_DATE = new RegExp(
  `^(?:${MONTH_OR_DAY}([-./])${MONTH_OR_DAY}\\1\\d\\d|\\d\\d([-./])${MONTH_OR_DAY}\\2${MONTH_OR_DAY}|${MONTH}[-./]${YEAR})(?: |$)`,
);
/** No decimal begins with two digits of which the first is a zero, as `079.1234567` does. */
const DECIMAL = /^(?:0|[1-9]\d*)\.\d+$/;
/** Its parts have no zero in front, unlike those of `079.123.45.67`. */
const IP_ADDRESS = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

/** Two decimals: no phone number is written as an area code, a dot and four digits or more, and the same again. */
const COORDINATES = /^[-+]?\d{1,3}\.\d{4,} [-+]?\d{1,3}\.\d{3,}$/;

/**
 * Whether a writing in ASCII, made of digits and separators, is a date, a decimal, a place on the globe or an IP address, or was cut
 * off.
 */
export function looksLikeSomethingElse(text: string): boolean {
  if (text.includes('.') && (COORDINATES.test(text) || text.endsWith('..'))) return true;
  if (text.includes('+')) return false;
  return DATE.test(text) || SHORT_DATE.test(text) || DECIMAL.test(text) || looksLikeIpAddress(text);
}

/** Four pairs of digits are how several countries write phone numbers. */
function looksLikeIpAddress(text: string): boolean {
  if (!IP_ADDRESS.test(text)) return false;
  const parts = text.split('.');
  return parts.every((part) => Number(part) <= 255) && parts.some((part) => part.length !== 2);
}
