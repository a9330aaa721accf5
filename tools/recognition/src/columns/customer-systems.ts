import { type ExportFile, exportFile } from './export-file.js';
import { NAMES, US } from './sample-cells.js';

const MORE_US = ['(212) 555-0101', '212-555-0102', '+12125550103', '212.555.0104', '2125550105'];

export const CUSTOMER_SYSTEMS: readonly ExportFile[] = [
  exportFile('HubSpot contacts', {
    header:
      'Record ID|First Name|Last Name|Email|Phone Number|Contact owner|Primary Associated Company ID|Last Activity Date|Lead Status|Marketing contact status|Create Date|Associated Company',
    cells: {
      'Record ID': ['51234567801', '51234567802', '51234567803', '51234567804', '51234567805'],
      'First Name': NAMES,
      'Phone Number': US,
      'Primary Associated Company ID': ['7212345678', '7212345679', '7212345680', '7212345681', '7212345682'],
    },
    country: 'US',
    person: 'Phone Number',
  }),
  exportFile('HubSpot contacts, all properties', {
    header:
      'Record ID|First Name|Last Name|Annual Revenue|Average Pageviews|Buying Role|Email|Fax Number|Mobile Phone Number|Number of Form Submissions|Number of Pageviews|Number of Sales Activities|Number of Sessions|Number of times contacted|Phone Number|Postal Code|WhatsApp Phone Number',
    cells: {
      'Record ID': ['51234567801', '51234567802', '51234567803', '51234567804', '51234567805'],
      'First Name': NAMES,
      'Fax Number': MORE_US,
      'Number of Form Submissions': ['1', '0', '3', '1', '1'],
      'Number of Pageviews': ['12', '3', '40', '1', '5'],
      'Number of times contacted': ['2', '0', '1', '8', '4'],
      'Phone Number': US,
    },
    country: 'US',
    person: 'Phone Number',
  }),
  exportFile('Salesforce leads', {
    header:
      'Lead ID|Salutation|First Name|Last Name|Title|Company / Account|Street|City|State/Province|Zip/Postal Code|Country|Phone|Mobile|Fax|Email|Lead Source|Rating|Annual Revenue|No. of Employees|Industry|Lead Status',
    cells: {
      'Lead ID': [
        '00Q5e00000AbCdE',
        '00Q5e00000AbCdF',
        '00Q5e00000AbCdG',
        '00Q5e00000AbCdH',
        '00Q5e00000AbCdI',
      ],
      'First Name': NAMES,
      Phone: US,
      Mobile: ['', MORE_US[1] ?? ''],
      'No. of Employees': ['120', '15', '2000', '3', '75'],
    },
    country: 'US',
    person: 'Phone',
  }),
  exportFile('Salesforce contacts, data loader', {
    header:
      'ID|ISDELETED|MASTERRECORDID|ACCOUNTID|LASTNAME|FIRSTNAME|SALUTATION|NAME|OTHERSTREET|MAILINGSTREET|MAILINGPOSTALCODE|PHONE|FAX|MOBILEPHONE|HOMEPHONE|OTHERPHONE|ASSISTANTPHONE|EMAIL|TITLE|LEADSOURCE',
    cells: {
      ID: ['0035e01', '0035e02', '0035e03', '0035e04', '0035e05'],
      MOBILEPHONE: US,
      ASSISTANTPHONE: ['', MORE_US[0] ?? ''],
    },
    country: 'US',
    person: 'MOBILEPHONE',
  }),
  exportFile('Salesforce accounts report', {
    header: 'Account Name|Account Number|Billing City|Phone|Fax|Employees',
    cells: {
      'Account Name': NAMES,
      'Account Number': ['4155550001', '4155550002', '4155550003', '4155550004', '4155550005'],
      Phone: US,
      Fax: MORE_US,
    },
    country: 'US',
    person: 'Phone',
  }),
  exportFile('Zoho contacts', {
    header:
      'Record Id|Contact Owner.id|Contact Owner|First Name|Last Name|Account Name.id|Account Name|Email|Title|Department|Phone|Home Phone|Other Phone|Fax|Mobile|Date of Birth|Assistant|Asst Phone|Mailing Street|Mailing Zip',
    cells: {
      'Record Id': [
        'zcrm_4876876000000212',
        'zcrm_4876876000000213',
        'zcrm_4876876000000214',
        'zcrm_4876876000000215',
        'zcrm_4876876000000216',
      ],
      'First Name': NAMES,
      Phone: ['', '', MORE_US[2] ?? ''],
      Mobile: US,
    },
    country: 'US',
    person: 'Mobile',
  }),
  exportFile('Pipedrive people', {
    header:
      'Person - Name|Person - Label|Person - Organization|Person - Email - Work|Person - Email - Home|Person - Phone - Work|Person - Phone - Home|Person - Phone - Mobile|Person - Phone - Other|Person - Closed deals|Person - Open deals|Person - Next activity date|Person - Owner',
    cells: { 'Person - Name': NAMES, 'Person - Phone - Work': [], 'Person - Phone - Mobile': US },
    country: 'US',
    person: 'Person - Phone - Mobile',
  }),
  exportFile('Mailchimp audience', {
    header:
      'Email Address|First Name|Last Name|Address|Phone Number|SMS Phone Number|Birthday|MEMBER_RATING|OPTIN_TIME|OPTIN_IP|CONFIRM_TIME|CONFIRM_IP|LATITUDE|LONGITUDE|GMTOFF|DSTOFF|TIMEZONE|CC|REGION|LAST_CHANGED|LEID|EUID|NOTES|TAGS',
    cells: {
      'Email Address': ['a@example.com', 'b@example.com', 'c@example.com', 'd@example.com', 'e@example.com'],
      'Phone Number': US,
      'SMS Phone Number': ['+14155550132'],
      LEID: ['517234561', '517234562', '517234563', '517234564', '517234565'],
    },
    country: 'US',
    person: 'Phone Number',
  }),
  exportFile('Klaviyo profiles', {
    header:
      'Email|Klaviyo ID|First Name|Last Name|Organization|Title|Phone Number|Address|Address 2|City|State / Region|Country|Zip Code|Latitude|Longitude|Source|IP Address|Created At|Last Open|SMS Consent',
    cells: {
      Email: ['a@example.com', 'b@example.com', 'c@example.com'],
      'Phone Number': ['+14155550132', '+14155550133', '+14155550134'],
    },
    person: 'Phone Number',
  }),
];
