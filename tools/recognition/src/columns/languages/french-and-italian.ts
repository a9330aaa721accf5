import { type ExportFile, exportFile } from '../export-file.js';

const FRENCH = ['06 12 34 56 78', '+33 6 39 98 23 45', '06.12.34.56.79', '0612345680'];
const ITALIAN = ['312 345 6789', '+39 312 345 6780', '3123456781', '312-3456782'];

export const FRENCH_AND_ITALIAN: readonly ExportFile[] = [
  exportFile('French: Téléphone', {
    header: 'Nom|Prénom|Téléphone|Courriel',
    cells: { Nom: ['Anne', 'Bruno', 'Claire', 'Denis'], Téléphone: FRENCH },
    country: 'FR',
    person: 'Téléphone',
  }),
  exportFile('French: Tél. and Télécopie', {
    header: 'Nom|Télécopie|Tél.|Code postal',
    cells: {
      Nom: ['Anne', 'Bruno', 'Claire', 'Denis'],
      Télécopie: ['01 99 00 12 34', '01 99 00 12 35', '01 99 00 12 36', '01 99 00 12 37'],
      'Tél.': FRENCH,
      'Code postal': ['75001', '75002', '75003', '75004'],
    },
    country: 'FR',
    person: 'Tél.',
  }),
  exportFile('French: Portable and SIRET', {
    header: 'Nom|SIRET|Portable',
    cells: {
      Nom: ['Anne', 'Bruno', 'Claire', 'Denis'],
      SIRET: ['73282932000074', '73282932000082', '73282932000090', '73282932000108'],
      Portable: FRENCH,
    },
    country: 'FR',
    person: 'Portable',
  }),
  exportFile('French: Numéro', {
    header: 'Nom|Numéro',
    cells: { Nom: ['Anne', 'Bruno', 'Claire', 'Denis'], Numéro: FRENCH },
    country: 'FR',
    person: 'Numéro',
  }),
  exportFile('French: Contact and SIREN', {
    header: 'Raison sociale|SIREN|Contact',
    cells: {
      'Raison sociale': ['Anne SARL', 'Bruno SA', 'Claire SAS', 'Denis SARL'],
      SIREN: ['552 100 554', '542 051 180', '552 081 317', '552 032 534'],
      Contact: FRENCH,
    },
    country: 'FR',
    person: 'Contact',
  }),
  exportFile('Italian: Telefono', {
    header: 'Nome|Cognome|Telefono|Codice fiscale',
    cells: { Nome: ['Anna', 'Bruno', 'Carla', 'Dino'], Telefono: ITALIAN },
    country: 'IT',
    person: 'Telefono',
  }),
  exportFile('Italian: Cellulare and Partita IVA', {
    header: 'Ragione sociale|Partita IVA|Cellulare',
    cells: {
      'Ragione sociale': ['Anna Srl', 'Bruno Spa', 'Carla Srl', 'Dino Snc'],
      'Partita IVA': ['01234567890', '01234567891', '01234567892', '01234567893'],
      Cellulare: ITALIAN,
    },
    country: 'IT',
    person: 'Cellulare',
  }),
];
