const YEAR = '(?:19|20)\\d\\d';
const MONTH_OR_DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = new RegExp(
  `^(?:${YEAR}([-. ])${MONTH_OR_DAY}\\1${MONTH_OR_DAY}|${MONTH_OR_DAY}([-. ])${MONTH_OR_DAY}\\2${YEAR})(?: |$)`,
);
/** No decimal begins with two digits of which the first is a zero, as `079.1234567` does. */
const DECIMAL = /^(?:0|[1-9]\d*)\.\d+$/;
/** Its parts have no zero in front, unlike those of `079.123.45.67`. */
const IP_ADDRESS = /^(?:(?:0|[1-9]\d{0,2})\.){3}(?:0|[1-9]\d{0,2})$/;

/** Whether a writing in ASCII, made of digits and separators, is a date, a decimal or an IP address. */
export function looksLikeSomethingElse(text: string): boolean {
  return DATE.test(text) || DECIMAL.test(text) || looksLikeIpAddress(text);
}

/** Four pairs of digits are how several countries write phone numbers. */
function looksLikeIpAddress(text: string): boolean {
  if (!IP_ADDRESS.test(text)) return false;
  const parts = text.split('.');
  return parts.every((part) => Number(part) <= 255) && parts.some((part) => part.length !== 2);
}
