import { type ExportFile, exportFile } from './export-file.js';
import { NAMES, US } from './sample-cells.js';

const US_DIGITS = ['4155550132', '4155550143', '4155550154', '4155550165', '4155550176'];
const MORE_US_DIGITS = ['2125550101', '2125550102', '2125550103', '2125550104', '2125550105'];
const IDS = ['5012345678', '5012349009', '5012352340', '5012355671', '5012359002'];

export const CONVERSATIONS: readonly ExportFile[] = [
  exportFile('Zendesk users', {
    header: 'id|name|email|external_id|details|notes|phone|role|restriction|organization|tags',
    cells: { id: IDS, name: NAMES, phone: US },
    country: 'US',
    person: 'phone',
  }),
  exportFile('Freshdesk contacts', {
    header:
      'Full name|Title|Company|Email|Work phone|Mobile phone|Twitter|Unique external ID|Time zone|Language|Tags',
    cells: { 'Full name': NAMES, 'Mobile phone': US, 'Unique external ID': IDS },
    country: 'US',
    person: 'Mobile phone',
  }),
  exportFile('Intercom users', {
    header: 'Name|User ID|Email|Phone|First seen|Last seen|Web sessions|City|Telegram ID',
    cells: { Name: NAMES, 'User ID': IDS, Phone: US, 'Telegram ID': IDS },
    country: 'US',
    person: 'Phone',
  }),
  exportFile('Telegram bot users', {
    header: 'Telegram ID|Username|First Name|Phone',
    cells: { 'Telegram ID': IDS, Username: ['@ann', '@ben', '', '@dot', ''], Phone: US },
    country: 'US',
    person: 'Phone',
  }),
  exportFile('WhatsApp Business contacts', {
    header: 'profile_name|wa_id|last_message_at',
    cells: {
      profile_name: NAMES,
      wa_id: ['14155550132', '14155550143', '14155550154', '14155550165', '14155550176'],
    },
    person: 'wa_id',
  }),
  exportFile('WhatsApp Business numbers', {
    header: 'phone_number_id|verified_name|display_phone_number|quality_rating',
    cells: {
      phone_number_id: ['4065403522', '4065403533', '4065403544', '4065403555', '4065403566'],
      display_phone_number: US,
    },
    country: 'US',
    person: 'display_phone_number',
  }),
  exportFile('Twilio messages received', {
    header:
      'From|To|Body|Status|SentDate|ApiVersion|NumSegments|ErrorCode|AccountSid|Sid|Direction|Price|PriceUnit',
    cells: {
      From: ['+14155550132', '+14155550143', '+14155550154'],
      To: ['+12125550101', '+12125550101', '+12125550101'],
      NumSegments: ['1', '1', '2'],
    },
    person: 'From',
  }),
  exportFile('Calls of a telephone system', {
    header: 'Call Time|Caller ID Number|Caller ID Name|Destination Number|Duration',
    cells: {
      'Call Time': [
        '2026-11-21 10:30',
        '2026-11-21 10:31',
        '2026-11-21 10:32',
        '2026-11-21 10:33',
        '2026-11-21 10:34',
      ],
      'Caller ID Number': US_DIGITS,
      'Destination Number': MORE_US_DIGITS,
    },
    country: 'US',
    person: 'Caller ID Number',
  }),
  exportFile('Brevo contacts', {
    header: 'CONTACT ID|EMAIL|FIRSTNAME|LASTNAME|SMS|WHATSAPP|DOUBLE_OPT-IN',
    cells: { 'CONTACT ID': ['1', '2', '3'], SMS: ['33612345678', '33612345679', '33612345680'] },
    person: 'SMS',
  }),
  exportFile('ActiveCampaign contacts', {
    header: 'Contact ID|Email|First Name|Last Name|Phone|Account|Job Title|Date Created|IP Address|Tags',
    cells: { 'Contact ID': ['1', '2', '3', '4', '5'], 'First Name': NAMES, Phone: US },
    country: 'US',
    person: 'Phone',
  }),
];
