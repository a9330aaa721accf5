/** What the columns of American exports hold: people, and one way of writing a number after another. */
export const NAMES = ['Ann', 'Ben', 'Cid', 'Dot', 'Eve'];
export const US = ['(415) 555-0132', '415-555-0143', '+1 415 555 0154', '415.555.0165', '4155550176'];
