const YEAR = '(?:19|20)\\d\\d';
const MONTH_OR_DAY = '(?:0?[1-9]|[12]\\d|3[01])';
const DATE = new RegExp(
  `^(?:${YEAR}([-. ])${MONTH_OR_DAY}\\1${MONTH_OR_DAY}|${MONTH_OR_DAY}([-. ])${MONTH_OR_DAY}\\2${YEAR})(?: |$)`,
);
const DECIMAL = /^\d+\.\d+$/;
const IP_ADDRESS = /^(\d{1,3})\.(\d{1,3})\.(\d{1,3})\.(\d{1,3})$/;

/** Whether a writing in ASCII, made of digits and separators, is a date, a decimal or an IP address. */
export function looksLikeSomethingElse(text: string): boolean {
  return DATE.test(text) || DECIMAL.test(text) || looksLikeIpAddress(text);
}

/** Four pairs of digits are how several countries write phone numbers. */
function looksLikeIpAddress(text: string): boolean {
  const parts = IP_ADDRESS.exec(text)?.slice(1) ?? [];
  return (
    parts.length === 4 &&
    parts.every((part) => Number(part) <= 255) &&
    parts.some((part) => part.length !== 2)
  );
}
