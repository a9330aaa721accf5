import { type ExportFile, exportFile } from './export-file.js';
import { NAMES, US } from './sample-cells.js';

const GERMAN = ['0171 3920001', '+49 171 3920002', '0171-3920003', '(0171) 3920004'];

export const ACCOUNTING: readonly ExportFile[] = [
  exportFile('Xero contacts', {
    header:
      '*ContactName|AccountNumber|EmailAddress|FirstName|LastName|POAttentionTo|POAddressLine1|POCity|PORegion|POPostalCode|POCountry|SAAttentionTo|SAAddressLine1|PhoneNumber|FaxNumber|MobileNumber|DDINumber|SkypeName|BankAccountName|BankAccountNumber|BankAccountParticulars|TaxNumberType|TaxNumber|DiscountNumber',
    cells: {
      '*ContactName': NAMES,
      AccountNumber: ['4155550001', '4155550002', '4155550003', '4155550004', '4155550005'],
      PhoneNumber: US,
      MobileNumber: ['', '(212) 555-0101'],
    },
    country: 'US',
    person: 'PhoneNumber',
  }),
  exportFile('QuickBooks customers', {
    header:
      'Name|Company|Email|Phone|Mobile|Fax|Website|Street|City|State|ZIP|Country|Opening Balance|Date|Resale Number',
    cells: { Name: NAMES, Phone: ['', '(212) 555-0101'], Mobile: US, ZIP: ['94103', '94104', '94105'] },
    country: 'US',
    person: 'Mobile',
  }),
  exportFile('DATEV debtors', {
    header:
      'Konto|Name (Adressattyp Unternehmen)|Name (Adressattyp natürl. Person)|Vorname (Adressattyp natürl. Person)|Adressattyp|Kurzbezeichnung|EU-USt-IdNr.|Anrede|Titel/Akad. Grad|Adelstitel|Namensvorsatz|Straße|Postfach|Postleitzahl|Ort|Abw. Zustellbezeichnung 1|Telefon|Bemerkung (Telefon)|Telefon Geschäftsleitung|E-Mail|Fax',
    cells: {
      Konto: ['10001', '10002', '10003', '10004'],
      'Titel/Akad. Grad': ['Dr.', '', '', 'Prof.'],
      Telefon: GERMAN,
      'Bemerkung (Telefon)': ['', 'nur vormittags'],
    },
    country: 'DE',
    person: 'Telefon',
  }),
  exportFile('SAP customers', {
    header: 'KUNNR|LAND1|NAME1|ORT01|PSTLZ|STCEG|TELF1|TELF2|TELFX|TELTX',
    cells: {
      KUNNR: ['0000100234', '0000100235', '0000100236', '0000100237'],
      STCEG: ['DE123456789', 'DE123456790', 'DE123456791', 'DE123456792'],
      TELF1: GERMAN,
    },
    country: 'DE',
    person: 'TELF1',
  }),
  exportFile('Invoices with a year in their numbers', {
    header: 'Invoice Number|Invoice Date|Customer|Phone|VAT Number',
    cells: {
      'Invoice Number': ['2026-00123', '2026-00124', '2026-00125', '2026-00126'],
      Customer: NAMES,
      Phone: GERMAN,
    },
    country: 'DE',
    person: 'Phone',
  }),
];
