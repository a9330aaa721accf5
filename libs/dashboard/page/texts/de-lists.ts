import type { Texts } from './en.js';
import { counted } from './formats.js';

const rows = counted('de', { one: 'Zeile', other: 'Zeilen' });
const numbers = counted('de', { one: 'Nummer', other: 'Nummern' });
const credits = counted('de', { one: 'Credit', other: 'Credits' });
/** Behind a preposition. */
const runs = counted('de', { one: 'Prüfung', other: 'Prüfungen' });

/** The texts about lists that are verified again. */
export const lists: Texts['lists'] = {
  intro: 'Eine Liste wird von selbst immer wieder geprüft und zeigt, was sich geändert hat.',
  none: 'Noch keine Listen. Telefonnummern werden aufgegeben und neu vergeben: Was letztes Jahr stimmte, stimmt oft nicht mehr.',
  fromHelp: 'Die Liste hat die Zeilen dieser Datei und wird genauso gelesen.',
  choose: 'Datei wählen …',
  orVerified: 'Oder eine bereits geprüfte Datei verwenden',
  keep: 'Aktuell halten',
  next: 'Nächste Prüfung',
  nameHelp: 'Daran erkennen Sie die Liste, zum Beispiel: Kunden.',
  schedule: 'Erneut prüfen',
  every: { never: 'Nur auf Wunsch', day: 'Täglich', week: 'Wöchentlich', month: 'Monatlich' },
  weekday: 'Wochentag',
  monthDay: 'Tag des Monats',
  hour: 'Uhrzeit',
  inZone: (time, zone) => `${time} (${zone})`,
  zone: (zone) => `Zeitzone: ${zone}.`,
  fresh: 'Eine Antwort gilt',
  freshNone: 'Nur für eine Prüfung',
  freshWithin: (age) => `${age} lang`,
  freshHelp: 'So lange kostet die Nummer nichts. Danach wird sie erneut geprüft.',
  maxCredits: 'Limit je Prüfung in Credits',
  maxCreditsHelp:
    'Eine Prüfung, die mehr kosten könnte, fällt aus, und Sie sehen warum. Leer lassen: kein Limit.',
  keyColumn: 'Spalte, die jede Zeile kennzeichnet',
  keyColumnHelp:
    'Zum Beispiel die Kundennummer: Sie steht neben jeder geänderten Nummer und zeigt, welche eine andere ersetzt.',
  mayBeEmpty: 'Darf leer bleiben.',
  overLimit: (limit) => `Die Datei kostet mehr, als das Limit von ${credits(limit)} erlaubt.`,
  noKeyColumn: 'Keine',
  lacksKeyColumn: (name) =>
    `Diese Datei hat keine Spalte „${name}“, die in dieser Liste die Zeilen kennzeichnet. Wählen Sie eine andere Datei, oder ändern Sie die Spalte der Liste.`,
  create: 'Liste anlegen',
  creating: 'Wird angelegt …',
  created: 'Die Liste wurde angelegt.',
  scheduled: {
    never: 'Nur auf Wunsch',
    day: (time) => `Täglich um ${time}`,
    week: (weekday, time) => `Jeden ${weekday} um ${time}`,
    month: (day, time) => `Am ${day}. jedes Monats um ${time}`,
  },
  atMost: (count) => `höchstens ${credits(count)}`,
  cost: (count) => `Eine Prüfung kostet höchstens ${credits(count)}.`,
  costLast: (count) => `Die letzte kostete ${credits(count)}.`,
  checkedAt: (time) => `Geprüft am ${time}`,
  nextAt: (time) => `Nächste Prüfung am ${time}`,
  skipped: 'Ausgefallen',
  starting: 'Die Prüfung beginnt gleich …',
  openRun: 'Prüfung ansehen',
  result: 'Zeilen ansehen',
  skippedAt: (time) => `Die Prüfung vom ${time} ist ausgefallen`,
  failedAt: (time) => `Die Prüfung vom ${time} wurde nicht abgeschlossen`,
  stays: 'Unten sehen Sie das Ergebnis der Prüfung davor.',
  skipReasons: {
    insufficient_credits: 'Ihr Guthaben reichte nicht aus.',
    max_credits_exceeded: 'Sie hätte mehr kosten können, als das Limit erlaubt.',
    daily_limit_reached: 'Das Token dieser Liste durfte an diesem Tag nicht mehr Credits ausgeben.',
    stored_bytes_exceeded: 'Ihr Speicherplatz ist voll. Löschen Sie alte Dateien.',
    task_not_found: 'Ihre Zeilen wurden gelöscht. Geben Sie der Liste eine neuere Datei.',
  },
  now: 'Der aktuelle Stand',
  overTime: 'Verlauf',
  change: 'Seit der Prüfung davor',
  trend: (from, to, count) => `von ${from} auf ${to} in ${runs(count)}`,
  changes: 'Was sich geändert hat',
  noChange: 'Seit der Prüfung davor hat sich nichts geändert.',
  noRunBefore: 'Ab der zweiten Prüfung sehen Sie hier, was sich geändert hat.',
  notComparable: 'Die Zeilen dieser Prüfung wurden gelöscht. Es gibt nichts zum Vergleichen.',
  kinds: { came: 'Neu', changed: 'Geändert', replaced: 'Nummer ersetzt', went: 'Entfallen' },
  kindsOf: {
    came: (count) => `${count.toLocaleString('de')} neu`,
    changed: (count) => `${count.toLocaleString('de')} geändert`,
    replaced: (count) => `${count.toLocaleString('de')} ersetzt`,
    went: (count) => `${count.toLocaleString('de')} entfallen`,
  },
  unchanged: (count) => `${numbers(count)} unverändert`,
  show: 'Anzeigen',
  since: 'Seit',
  runBefore: 'der Prüfung davor',
  noChangeSince: 'Seitdem hat sich nichts geändert.',
  all: 'Alle Änderungen',
  number: 'Nummer',
  kind: 'Änderung',
  before: 'Vorher',
  after: 'Jetzt',
  downloadChanges: 'Änderungen herunterladen (CSV)',
  changesOfRun: 'Änderungen',
  runs: 'Prüfungen',
  run: 'Prüfung',
  firstRun: 'erste Prüfung',
  notCompared: 'kein Vergleich',
  runNow: { button: 'Jetzt prüfen', title: 'Diese Liste jetzt prüfen?' },
  newerText:
    'Sie bekommt die Zeilen der neueren Datei. Was sich dadurch ändert, sehen Sie wie nach einer Prüfung.',
  newerYes: 'Diese Datei verwenden',
  replaced: 'Die Liste hat jetzt die Zeilen der neueren Datei.',
  edit: 'Bearbeiten',
  editTitle: 'Liste bearbeiten',
  save: 'Speichern',
  saved: 'Die Liste wurde geändert.',
  delete: {
    button: 'Löschen',
    title: 'Diese Liste löschen?',
    text: 'Sie wird nicht mehr geprüft. Die Dateien ihrer Prüfungen bleiben im Verlauf.',
    yes: 'Liste löschen',
  },
  deleted: 'Die Liste wurde gelöscht.',
  suppressed: 'Nummern, die nicht geprüft oder angerufen werden dürfen, stehen auf der',
};

/** The texts about numbers that must not be called. */
export const suppressions: Texts['suppressions'] = {
  intro:
    'Nummern, die Sie nicht anrufen dürfen. Sie werden nie geprüft und kosten nichts: In Dateien und Listen sind sie unbekannt, und Downloads können sie weglassen.',
  phoneHelp: 'Mit Ländervorwahl, zum Beispiel +49 151 12345600.',
  add: 'Nummer sperren',
  addOne: 'Eine Nummer sperren',
  addFile: 'Nummern einer Datei sperren',
  added: (phone) => `${phone} ist jetzt gesperrt.`,
  addedFile: (added, known) =>
    known === 0
      ? `${numbers(added)} gesperrt.`
      : `${numbers(added)} gesperrt, ${known.toLocaleString('de')} waren es schon.`,
  withoutNumber: (count) =>
    `In ${rows(count)} war keine Nummer lesbar. Für Nummern ohne Ländervorwahl wählen Sie ihr Land.`,
  none: 'Keine gesperrten Nummern.',
  at: 'Gesperrt',
  remove: {
    button: 'Entsperren',
    text: 'Die Nummer wird wieder geprüft und beim Herunterladen nicht mehr weggelassen.',
  },
  removeOne: (phone) => `${phone} entsperren`,
  removed: (phone) => `${phone} ist nicht mehr gesperrt.`,
  leaveOut: 'Gesperrte Nummern weglassen',
  inFile: (count) =>
    `${rows(count)} ${count === 1 ? 'hat eine gesperrte Nummer' : 'haben gesperrte Nummern'}: unbekannt und kostenlos.`,
};
