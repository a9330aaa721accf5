/** A plus sign, or the `00` that stands for one, in front of another plus sign. */
const BEFORE_PLUS = /(?:(?<![\d \t.-])00|\+)[ \t]?(?=\+)/g;
const BEFORE_DOUBLE_ZERO = /^([ \t()[\]]*)\+[ \t()[\]]*00(?!0)/;
/** Where a program turned a right-to-left text around. */
const BEHIND = /^(\d[-\d .()]*)\+$/;

/** The same writing with one plus sign, and that in front: `++49`, `+0049`, `+ 00 49`, `00+49` and `49171...+` are meant so. */
export function withOnePlus(text: string): string {
  if (!text.includes('+')) return text;
  return text.replace(BEFORE_PLUS, '').replace(BEFORE_DOUBLE_ZERO, '$1+').replace(BEHIND, '+$1');
}
