import { type ExportFile, exportFile } from '../export-file.js';

const RUSSIAN = ['8 (912) 345-67-89', '+7 912 345-67-90', '89123456791', '8 912 345 67 92'];
const POLISH = ['512 345 678', '+48 512 345 679', '512345680', '512-345-681'];

export const SLAVIC: readonly ExportFile[] = [
  exportFile('Russian: Телефон', {
    header: 'ФИО|ИНН|Телефон|Город',
    cells: {
      ФИО: ['Анна', 'Борис', 'Вера', 'Глеб'],
      ИНН: ['7707083893', '7707083894', '7707083895', '7707083896'],
      Телефон: RUSSIAN,
    },
    country: 'RU',
    person: 'Телефон',
  }),
  exportFile('Russian: Мобильный of digits', {
    header: '№|Клиент|Мобильный',
    cells: {
      '№': ['1', '2', '3', '4'],
      Клиент: ['Анна', 'Борис', 'Вера', 'Глеб'],
      Мобильный: ['79123456789', '79123456790', '79123456791', '79123456792'],
    },
    person: 'Мобильный',
  }),
  exportFile('Polish: Telefon', {
    header: 'Imię|Nazwisko|Telefon|PESEL',
    cells: {
      Imię: ['Anna', 'Bartek', 'Celina', 'Daniel'],
      Telefon: POLISH,
      PESEL: ['44051401359', '44051401360', '44051401361', '44051401362'],
    },
    country: 'PL',
    person: 'Telefon',
  }),
  exportFile('Polish: Komórka', {
    header: 'Klient|NIP|Komórka',
    cells: {
      Klient: ['Anna', 'Bartek', 'Celina', 'Daniel'],
      NIP: ['123-456-32-18', '234-567-32-18', '345-678-32-18', '456-789-32-18'],
      Komórka: POLISH,
    },
    country: 'PL',
    person: 'Komórka',
  }),
  exportFile('Czech: Mobilní telefon beside Uživatel', {
    header: 'Uživatel|Jméno|IČO|Mobilní telefon',
    cells: {
      Uživatel: ['101', '102', '103', '104'],
      Jméno: ['Adam', 'Bára', 'Cyril', 'Dana'],
      IČO: ['45274649', '45274650', '45274651', '45274652'],
      'Mobilní telefon': ['601 123 456', '+420 601 123 457', '601123458', '601-123-459'],
    },
    country: 'CZ',
    person: 'Mobilní telefon',
  }),
  exportFile('Ukrainian: Мобільний', {
    header: 'Клієнт|Код|Мобільний',
    cells: {
      Клієнт: ['Анна', 'Богдан', 'Віра', 'Гліб'],
      Код: ['1001', '1002', '1003', '1004'],
      Мобільний: ['0501234567', '0501234568', '0501234569', '0501234570'],
    },
    country: 'UA',
    person: 'Мобільний',
  }),
];
