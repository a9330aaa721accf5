import { type ExportFile, exportFile } from '../export-file.js';

const DUTCH = ['06 12345678', '0612345679', '+31 6 12345670', '06-12345671'];

export const NORTHERN: readonly ExportFile[] = [
  exportFile('Dutch: Bestelnummer and Telefoonnummer', {
    header: 'Bestelnummer|Naam|Telefoonnummer',
    cells: {
      Bestelnummer: ['201002345', '201002346', '201002347', '201002348'],
      Naam: ['Anna', 'Bram', 'Cas', 'Daan'],
      Telefoonnummer: DUTCH,
    },
    country: 'NL',
    person: 'Telefoonnummer',
  }),
  exportFile('Dutch: Mobiel of digits', {
    header: 'Naam|Postcode|Mobiel',
    cells: {
      Naam: ['Anna', 'Bram', 'Cas', 'Daan'],
      Postcode: ['1011 AB', '1012 AB', '1013 AB', '1014 AB'],
      Mobiel: ['0612345678', '0612345679', '0612345670', '0612345671'],
    },
    country: 'NL',
    person: 'Mobiel',
  }),
  exportFile('Swedish: Mobil', {
    header: 'Namn|Personnummer|Mobil',
    cells: {
      Namn: ['Anna', 'Bo', 'Cilla', 'Dag'],
      Personnummer: ['19121212-1212', '19121212-1213', '19121212-1214', '19121212-1215'],
      Mobil: ['070-123 45 67', '070-123 45 68', '+46 70 123 45 69', '0701234560'],
    },
    country: 'SE',
    person: 'Mobil',
  }),
  exportFile('Finnish: Matkapuhelin of digits', {
    header: 'Nimi|Y-tunnus|Matkapuhelin',
    cells: {
      Nimi: ['Aino', 'Eero', 'Ilmo', 'Outi'],
      'Y-tunnus': ['0112038-9', '0112039-9', '0112040-9', '0112041-9'],
      Matkapuhelin: ['0412345678', '0412345679', '0412345670', '0412345671'],
    },
    country: 'FI',
    person: 'Matkapuhelin',
  }),
];
