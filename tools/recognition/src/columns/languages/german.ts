import { type ExportFile, exportFile } from '../export-file.js';

const IDS = ['1001', '1002', '1003', '1004'];
const GERMAN = ['0171 3920001', '+49 171 3920002', '0171-3920003', '(0171) 3920004'];

export const GERMAN_LISTS: readonly ExportFile[] = [
  exportFile('German: Telefon and Mobil', {
    header:
      'Kundennummer;Anrede;Titel;Vorname;Nachname;Firma;Strasse;PLZ;Ort;Telefon;Mobil;E-Mail;Kunde seit'.replaceAll(
        ';',
        '|',
      ),
    cells: {
      Kundennummer: ['49100231', '49100232', '49100233', '49100234'],
      Titel: ['Dr.', '', '', 'Prof.'],
      Telefon: ['030 23125 100', '030 23125 101', '030 23125 102', ''],
      Mobil: GERMAN,
    },
    country: 'DE',
    person: 'Telefon',
  }),
  exportFile('German: Handy', {
    header: 'Mitglied|Vorname|Nachname|PLZ|Handy|Fax',
    cells: {
      Mitglied: IDS,
      Vorname: ['Anna', 'Ben', 'Carla', 'Dora'],
      PLZ: ['10115', '10117', '10119', '10178'],
      Handy: GERMAN,
    },
    country: 'DE',
    person: 'Handy',
  }),
  exportFile('German: Festnetz, Fax and Mobil', {
    header: 'Name|Fax|Festnetz|Mobil',
    cells: {
      Name: ['Anna', 'Ben', 'Carla', 'Dora'],
      Fax: ['030 23125 900', '030 23125 901', '030 23125 902', '030 23125 903'],
      Festnetz: ['030 23125 100', '', '', ''],
      Mobil: GERMAN,
    },
    country: 'DE',
    person: 'Mobil',
  }),
  exportFile('German: Rufnummer beside a Titel', {
    header: 'Name|Titel|Rufnummer',
    cells: { Name: ['Anna', 'Ben', 'Carla', 'Dora'], Titel: ['Dr.', '', '', 'Prof.'], Rufnummer: GERMAN },
    country: 'DE',
    person: 'Rufnummer',
  }),
  exportFile('German: Handy behind long customer numbers', {
    header: 'Kundennummer|Name|Handy',
    cells: {
      Kundennummer: ['49100231', '49100232', '49100233', '49100234'],
      Name: ['Anna', 'Ben', 'Carla', 'Dora'],
      Handy: GERMAN,
    },
    country: 'DE',
    person: 'Handy',
  }),
  exportFile('German: Bestellnummer of eight digits', {
    header: 'Bestellnummer|Bestelldatum|Name|Telefon',
    cells: {
      Bestellnummer: ['49100234', '49100235', '49100236', '49100237'],
      Bestelldatum: ['21.11.2026', '21.11.2026', '22.11.2026', '22.11.2026'],
      Name: ['Anna', 'Ben', 'Carla', 'Dora'],
      Telefon: GERMAN,
    },
    country: 'DE',
    person: 'Telefon',
  }),
  exportFile('German: Erstellt am, Kostenstelle and Telefon', {
    header: 'Erstellt am|Ersteller|Kostenstelle|Name|Telefon',
    cells: {
      'Erstellt am': ['21.11.2026', '21.11.2026', '22.11.2026', '22.11.2026'],
      Ersteller: ['mm', 'mm', 'jk', 'jk'],
      Kostenstelle: ['4711001', '4711002', '4711003', '4711004'],
      Name: ['Anna', 'Ben', 'Carla', 'Dora'],
      Telefon: GERMAN,
    },
    country: 'DE',
    person: 'Telefon',
  }),
  exportFile('German: Handy beside Erstellt am', {
    header: 'Name|Erstellt am|Handy',
    cells: {
      Name: ['Anna', 'Ben', 'Carla', 'Dora'],
      'Erstellt am': ['21.11.2026', '21.11.2026', '22.11.2026', '22.11.2026'],
      Handy: GERMAN,
    },
    country: 'DE',
    person: 'Handy',
  }),
];
