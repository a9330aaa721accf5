import { type ExportFile, exportFile } from './export-file.js';
import { US } from './sample-cells.js';

const OUTLOOK =
  "Title|First Name|Middle Name|Last Name|Suffix|Company|Department|Job Title|Business Street|Business Street 2|Business Street 3|Business City|Business State|Business Postal Code|Business Country/Region|Home Street|Home Street 2|Home Street 3|Home City|Home State|Home Postal Code|Home Country/Region|Other Street|Other Street 2|Other Street 3|Other City|Other State|Other Postal Code|Other Country/Region|Assistant's Phone|Business Fax|Business Phone|Business Phone 2|Callback|Car Phone|Company Main Phone|Home Fax|Home Phone|Home Phone 2|ISDN|Mobile Phone|Other Fax|Other Phone|Pager|Primary Phone|Radio Phone|TTY/TDD Phone|Telex|Account|Anniversary|Assistant's Name|Billing Information|Birthday|Business Address PO Box|Categories|Children|Directory Server|E-mail Address|E-mail Type|E-mail Display Name|E-mail 2 Address|E-mail 2 Type|E-mail 2 Display Name|E-mail 3 Address|E-mail 3 Type|E-mail 3 Display Name|Gender|Government ID Number|Hobby|Home Address PO Box|Initials|Internet Free Busy|Keywords|Language|Location|Manager's Name|Mileage|Notes|Office Location|Organizational ID Number|Other Address PO Box|Priority|Private|Profession|Referred By|Sensitivity|Spouse|User 1|User 2|User 3|User 4|Web Page";
const GOOGLE_OLD =
  'Name|Given Name|Additional Name|Family Name|Yomi Name|Given Name Yomi|Additional Name Yomi|Family Name Yomi|Name Prefix|Name Suffix|Initials|Nickname|Short Name|Maiden Name|Birthday|Gender|Location|Billing Information|Directory Server|Mileage|Occupation|Hobby|Sensitivity|Priority|Subject|Notes|Language|Photo|Group Membership|E-mail 1 - Type|E-mail 1 - Value|Phone 1 - Type|Phone 1 - Value|Phone 2 - Type|Phone 2 - Value';
const GOOGLE_NEW =
  'First Name|Middle Name|Last Name|Phonetic First Name|Phonetic Middle Name|Phonetic Last Name|Name Prefix|Name Suffix|Nickname|File As|Organization Name|Organization Title|Organization Department|Birthday|Notes|Photo|Labels|E-mail 1 - Label|E-mail 1 - Value|E-mail 2 - Label|E-mail 2 - Value|Phone 1 - Label|Phone 1 - Value|Phone 2 - Label|Phone 2 - Value|Address 1 - Label|Address 1 - Formatted|Address 1 - Street|Address 1 - City|Address 1 - PO Box|Address 1 - Region|Address 1 - Postal Code|Address 1 - Country|Address 1 - Extended Address';
const UK = ['020 7946 0018', '07400 123456', '+44 7700 900456', '07400 123457'];

export const ADDRESS_BOOKS: readonly ExportFile[] = [
  exportFile('Outlook, business', {
    header: OUTLOOK,
    cells: { 'First Name': ['Ann', 'Ben', 'Cid', 'Dot', 'Eve'], 'Business Phone': US, 'Business Fax': US },
    country: 'US',
    person: 'Business Phone',
  }),
  exportFile('Outlook, mobiles and one assistant', {
    header: OUTLOOK,
    cells: {
      'First Name': ['Ann', 'Ben', 'Cid', 'Dot', 'Eve', 'Fay'],
      "Assistant's Phone": ['', '', '', '(415) 555-0199'],
      'Mobile Phone': ['', ...US],
      'Business Fax': US,
    },
    country: 'US',
    person: 'Mobile Phone',
  }),
  exportFile('Outlook, few mobiles in many rows', {
    header: OUTLOOK,
    cells: {
      'First Name': Array.from({ length: 12 }, (_, index) => `Ann ${index}`),
      "Assistant's Phone": ['', '', '', '(415) 555-0199'],
      'Mobile Phone': ['', ...US],
    },
    country: 'US',
    person: 'Mobile Phone',
  }),
  exportFile('Google Contacts until 2024', {
    header: GOOGLE_OLD,
    cells: {
      Name: ['Ann', 'Ben', 'Cid', 'Dot'],
      'Group Membership': ['* myContacts', '* myContacts', '* myContacts', '* myContacts'],
      'Phone 1 - Type': ['Mobile', 'Mobile', 'Work', 'Mobile'],
      'Phone 1 - Value': UK,
      'Phone 2 - Type': ['Home'],
      'Phone 2 - Value': ['020 7946 0991'],
    },
    country: 'GB',
    person: 'Phone 1 - Value',
  }),
  exportFile('Google Contacts', {
    header: GOOGLE_NEW,
    cells: {
      'First Name': ['Ann', 'Ben', 'Cid', 'Dot'],
      Labels: ['* myContacts', '* myContacts', '* myContacts', '* myContacts'],
      'Phone 1 - Label': ['Mobile', 'Mobile', '', 'Work'],
      'Phone 1 - Value': [...UK.slice(0, 3), '+44 7700 900111 ::: +44 7700 900222'],
    },
    country: 'GB',
    person: 'Phone 1 - Value',
    notes: ['several_numbers'],
  }),
  exportFile('Google Contacts, national, no country given', {
    header: GOOGLE_NEW,
    cells: {
      'First Name': ['Ann', 'Ben', 'Cid', 'Dot'],
      'Phone 1 - Label': ['Mobile', 'Mobile', '', 'Work'],
      'Phone 1 - Value': ['020 7946 0018', '07400 123456', '07400 123457', '07400 123458'],
    },
    person: 'Phone 1 - Value',
    notes: ['country_needed'],
  }),
  exportFile('German address book', {
    header:
      'Anrede|Vorname|Weitere Vornamen|Nachname|Suffix|Firma|Abteilung|Position|Straße geschäftlich|Ort geschäftlich|Postleitzahl geschäftlich|Telefon Assistent|Fax geschäftlich|Telefon geschäftlich|Telefon geschäftlich 2|Rückmeldung|Autotelefon|Telefon Firma|Fax privat|Telefon privat|Telefon privat 2|ISDN|Mobiltelefon|Weiteres Fax|Weiteres Telefon|Pager|Haupttelefon|Mobiltelefon 2|Telefon für Hörbehinderte|Telex|Abrechnungsinformation|E-Mail-Adresse',
    cells: {
      Vorname: ['Anna', 'Ben', 'Carla', 'Dora'],
      'Fax geschäftlich': ['030 23125 900', '030 23125 901', '030 23125 902', '030 23125 903'],
      'Telefon geschäftlich': ['030 23125 100', '+49 30 23125 101', '030/23125-102', '(030) 23125 103'],
    },
    country: 'DE',
    person: 'Telefon geschäftlich',
  }),
  exportFile('vCards as .csv', {
    header: 'First name|Last name|Organization|Email : HOME|Phone : CELL|Phone : HOME|Phone : WORK|Photo',
    cells: { 'First name': ['Ann', 'Ben', 'Cid', 'Dot'], 'Phone : CELL': UK },
    country: 'GB',
    person: 'Phone : CELL',
  }),
];
