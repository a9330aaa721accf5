import { type ExportFile, exportFile } from './export-file.js';
import { NAMES } from './sample-cells.js';

/** Fewer digits than a whole number of Germany has, as in the lists of a city. */
const WITHOUT_AREA_CODE = ['26481100', '9012345', '3935010', '22502711', '5534067'];

/** Lists of schools, offices and goods, as authorities and shops publish them. */
export const REGISTERS: readonly ExportFile[] = [
  exportFile('Schools of a city, without an area code', {
    header: 'Schulnummer|Schulname|PLZ|Telefon|Fax',
    cells: {
      Schulnummer: ['01A04', '01A05', '01B01', '01G01', '01G02'],
      PLZ: ['10115', '10117', '10119', '10178', '10179'],
      Telefon: WITHOUT_AREA_CODE,
      Fax: ['26481101', '9012346', '3935011', '22502712', '5534068'],
    },
    country: 'DE',
    person: 'Telefon',
    notes: ['numbers_without_area_code'],
  }),
  exportFile('Pupils with roll numbers', {
    header: 'Roll Number|Name|Class|Phone No.',
    cells: {
      'Roll Number': ['9814001734', '9814002291', '9814000518', '9814003877', '9814001146'],
      Name: NAMES,
      'Phone No.': ['8123456781', '', '8123456783', '', ''],
    },
    country: 'IN',
    person: 'Phone No.',
  }),
  exportFile('School districts with county numbers', {
    header: 'County Number|County|District Number|District Name|District Phone',
    cells: {
      'County Number': ['01', '02', '03', '04', '05'],
      'District Number': ['0110', '0112', '0203', '0301', '0402'],
      'District Phone': ['(415) 555-0132', '415-555-0143', '415 555 0154', '', ''],
    },
    country: 'US',
    person: 'District Phone',
  }),
  exportFile('Japanese: 電話番号, no country given', {
    header: '施設番号|施設名|電話番号',
    cells: {
      施設番号: ['10001', '10002', '10003'],
      施設名: ['中央図書館', '西図書館', '東図書館'],
      電話番号: ['03-1234-5678', '03-1234-5679', '0778-43-1587'],
    },
    person: '電話番号',
    notes: ['country_needed'],
  }),
  exportFile('Korean: 전화번호, no country given', {
    header: '연번|시설명|전화번호',
    cells: {
      연번: ['1', '2', '3'],
      시설명: ['중앙도서관', '서부도서관', '동부도서관'],
      전화번호: ['02-312-3456', '02-312-3457', '031-312-3458'],
    },
    person: '전화번호',
    notes: ['country_needed'],
  }),
  exportFile('Indian English: Contact No, no country given', {
    header: 'S.No|Hospital|Contact No',
    cells: {
      'S.No': ['1', '2', '3', '4'],
      Hospital: ['City', 'Lake', 'Hill', 'Fort'],
      'Contact No': ['8123456781', '8123456795', '8123456702', '022-23456789'],
    },
    person: 'Contact No',
    notes: ['country_needed'],
  }),
  exportFile('A list with contacts, no country given', {
    header: 'id|place|contact',
    cells: {
      id: ['4930001', '4930002', '4930003'],
      place: ['Lake', 'Hill', 'Fort'],
      contact: ['0812345678', '081-234-5679', '0812345699'],
    },
    person: 'contact',
    notes: ['country_needed'],
  }),
  exportFile('Italian: rows with numbers', {
    header: 'id|comune|provincia',
    cells: {
      id: ['10000', '10001', '10002', '10003', '10004'],
      comune: ['Asti', 'Bari', 'Como', 'Lodi', 'Pisa'],
    },
    country: 'IT',
    notes: ['no_phone_column'],
  }),
  exportFile('German: customers with scattered numbers', {
    header: 'Kunde|Ort',
    cells: { Kunde: ['49100231', '49117902', '49103355', '49160018', '49109147'] },
    country: 'DE',
    notes: ['no_phone_column'],
  }),
  exportFile('Goods with the codes of their bars', {
    header: 'UPC|Item|Price',
    cells: {
      UPC: ['0-42272-00558-1', '0-42272-00559-8', '0-42272-00560-4'],
      Item: ['Soup', 'Beans', 'Rice'],
    },
    country: 'DE',
    notes: ['no_phone_column'],
  }),
];
