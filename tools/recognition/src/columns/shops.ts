import { type ExportFile, exportFile } from './export-file.js';
import { NAMES, US } from './sample-cells.js';

const QUOTED = US.map((_, index) => `'+1415555013${index}`);
const SHOPIFY =
  'Customer ID|First Name|Last Name|Email|Accepts Email Marketing|Default Address Company|Default Address Address1|Default Address Address2|Default Address City|Default Address Province Code|Default Address Country Code|Default Address Zip|Default Address Phone|Phone|Accepts SMS Marketing|Total Spent|Total Orders|Note|Tax Exempt|Tags';
const CUSTOMER_IDS = [
  "'6021837824301",
  "'6021837824302",
  "'6021837824303",
  "'6021837824304",
  "'6021837824305",
];

export const SHOPS: readonly ExportFile[] = [
  exportFile('Shopify customers', {
    header: SHOPIFY,
    cells: {
      'Customer ID': CUSTOMER_IDS,
      'First Name': NAMES,
      'Default Address Phone': ['', '(415) 555-0132'],
      Phone: QUOTED,
    },
    country: 'US',
    person: 'Phone',
  }),
  exportFile('Shopify customers with addresses alone', {
    header: SHOPIFY,
    cells: { 'Customer ID': CUSTOMER_IDS, 'First Name': NAMES, 'Default Address Phone': US },
    country: 'US',
    person: 'Default Address Phone',
  }),
  exportFile('Shopify orders', {
    header:
      'Name|Email|Financial Status|Paid at|Fulfillment Status|Fulfilled at|Accepts Marketing|Currency|Subtotal|Shipping|Taxes|Total|Discount Code|Discount Amount|Shipping Method|Created at|Lineitem quantity|Lineitem name|Lineitem price|Lineitem compare at price|Lineitem sku|Lineitem requires shipping|Lineitem taxable|Lineitem fulfillment status|Billing Name|Billing Street|Billing Address1|Billing Address2|Billing Company|Billing City|Billing Zip|Billing Province|Billing Country|Billing Phone|Shipping Name|Shipping Street|Shipping Address1|Shipping Address2|Shipping Company|Shipping City|Shipping Zip|Shipping Province|Shipping Country|Shipping Phone|Notes|Note Attributes|Cancelled at|Payment Method|Payment Reference|Refunded Amount|Vendor|Outstanding Balance|Employee|Location|Device ID|Id|Tags|Risk Level|Source|Lineitem discount|Tax 1 Name|Tax 1 Value|Phone|Receipt Number',
    cells: {
      Name: ['#1001', '#1002', '#1003', '#1004', '#1005'],
      'Billing Phone': QUOTED,
      'Shipping Phone': QUOTED,
      Id: ['5012345678901', '5012345678902', '5012345678903', '5012345678904', '5012345678905'],
    },
    person: 'Billing Phone',
  }),
  exportFile('WooCommerce orders', {
    header:
      'Order Number|Order Status|Order Date|Customer Note|First Name (Billing)|Last Name (Billing)|Company (Billing)|Address 1&2 (Billing)|City (Billing)|State Code (Billing)|Postcode (Billing)|Country Code (Billing)|Email (Billing)|Phone (Billing)|First Name (Shipping)|Last Name (Shipping)|Postcode (Shipping)|Payment Method Title|Order Total Amount|Item #|SKU',
    cells: {
      'Order Number': ['10231', '10232', '10233', '10234', '10235'],
      'Phone (Billing)': US,
      SKU: ['A-1', 'A-2', 'A-3', 'A-4', 'A-5'],
    },
    country: 'US',
    person: 'Phone (Billing)',
  }),
  exportFile('WooCommerce orders with long numbers, German', {
    header: 'Order Number|Billing First Name|Billing Last Name|Billing Phone|Total',
    cells: {
      'Order Number': ['49100231', '49100232', '49100233', '49100234'],
      'Billing Phone': ['030 23125 100', '0171 3920001', '+49 171 3920002', '0171-3920003'],
    },
    country: 'DE',
    person: 'Billing Phone',
  }),
  exportFile('Stripe customers', {
    header:
      'id|Description|Email|Name|Created (UTC)|Delinquent|Card ID|Card Last4|Card Exp Month|Card Exp Year|Currency|Default Source|Phone|Address Line1|Address Postal Code|Total Spend|Payment Count',
    cells: {
      id: ['cus_N1', 'cus_N2', 'cus_N3'],
      'Card Last4': ['4242', '0005', '1117'],
      Phone: ['+14155550132', '', '+14155550134'],
    },
    person: 'Phone',
  }),
  exportFile('Square customers', {
    header:
      'Reference ID|First Name|Last Name|Email Address|Phone Number|Nickname|Company Name|Street Address 1|Street Address 2|City|State|Postal Code|Birthday|Memo|Square Customer ID|Creation Source|First Visit|Last Visit|Transaction Count|Lifetime Spend|Email Subscription Status|Instant Profile',
    cells: {
      'First Name': NAMES,
      'Phone Number': QUOTED,
      'Postal Code': ['94103', '94104', '94105', '94106', '94107'],
    },
    person: 'Phone Number',
  }),
  exportFile('Magento customers', {
    header:
      'ID|Name|Email|Group|Phone|ZIP|Country|State/Province|Customer Since|Web Site|Confirmed email|Account Created in|Billing Address|Shipping Address|Date of Birth|Tax VAT Number|Gender|Street Address|City|Fax|VAT Number|Company',
    cells: { ID: ['1', '2', '3', '4', '5'], Name: NAMES, Phone: US },
    country: 'US',
    person: 'Phone',
  }),
  exportFile('Amazon orders', {
    header:
      'order-id|order-item-id|purchase-date|payments-date|buyer-email|buyer-name|buyer-phone-number|sku|product-name|quantity-purchased|ship-phone-number|number-of-items',
    cells: {
      'order-id': ['701-2026001-1234567', '701-2026002-1234567', '701-2026003-1234567'],
      'order-item-id': ['40255501320001', '40255501320002', '40255501320003'],
      'buyer-phone-number': US.slice(0, 3),
      'number-of-items': ['1', '2', '1'],
    },
    country: 'US',
    person: 'buyer-phone-number',
  }),
  exportFile('eBay orders', {
    header:
      'Sales Record Number|Order Number|Buyer Username|Buyer Name|Buyer Email|Ship To Name|Ship To Phone|Ship To City|Item Number|Item Title|Quantity|Tracking Number',
    cells: {
      'Sales Record Number': ['2101', '2102', '2103', '2104', '2105'],
      'Order Number': [
        '12-34567-89012',
        '12-34567-89013',
        '12-34567-89014',
        '12-34567-89015',
        '12-34567-89016',
      ],
      'Ship To Phone': US,
      'Item Number': ['254567890123', '254567890124', '254567890125', '254567890126', '254567890127'],
    },
    country: 'US',
    person: 'Ship To Phone',
  }),
  exportFile('Receipts of ten digits', {
    header: 'Receipt Number|Customer|Phone',
    cells: {
      'Receipt Number': ['4155550001', '4155550002', '4155550003', '4155550004', '4155550005'],
      Customer: NAMES,
      Phone: US,
    },
    country: 'US',
    person: 'Phone',
  }),
];
