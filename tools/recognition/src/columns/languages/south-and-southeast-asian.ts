import { type ExportFile, exportFile } from '../export-file.js';

const INDIAN = ['8123456789', '8123456788', '+91 81234 56787', '08123456786'];
const INDIAN_DIGITS = ['8123456781', '8123456782', '8123456783', '8123456784'];

export const SOUTH_AND_SOUTHEAST_ASIAN: readonly ExportFile[] = [
  exportFile('Hindi: मोबाइल नंबर', {
    header: 'क्रमांक|नाम|मोबाइल नंबर|पता',
    cells: {
      क्रमांक: ['1', '2', '3', '4'],
      नाम: ['अनिल', 'भावना', 'चेतन', 'दीपा'],
      'मोबाइल नंबर': INDIAN_DIGITS,
    },
    country: 'IN',
    person: 'मोबाइल नंबर',
  }),
  exportFile('Tamil: தொலைபேசி', {
    header: 'பெயர்|தொலைபேசி',
    cells: { பெயர்: ['அனு', 'பாலா', 'சிவா', 'தேவி'], தொலைபேசி: INDIAN_DIGITS },
    country: 'IN',
    person: 'தொலைபேசி',
  }),
  exportFile('Indian English: Customer Contact Number', {
    header: 'S.No|Customer Name|Customer Contact Number|Alternate Number',
    cells: {
      'S.No': ['1', '2', '3', '4'],
      'Customer Name': ['Anil', 'Bhavna', 'Chetan', 'Deepa'],
      'Customer Contact Number': INDIAN_DIGITS,
      'Alternate Number': INDIAN,
    },
    country: 'IN',
    person: 'Customer Contact Number',
  }),
  exportFile('Indian English: Contact No.', {
    header: 'Name|Aadhaar|Contact No.',
    cells: {
      Name: ['Anil', 'Bhavna', 'Chetan', 'Deepa'],
      Aadhaar: ['2341 2341 2346', '2341 2341 2347', '2341 2341 2348', '2341 2341 2349'],
      'Contact No.': INDIAN_DIGITS,
    },
    country: 'IN',
    person: 'Contact No.',
  }),
  exportFile('Thai: เบอร์โทร', {
    header: 'ชื่อ|รหัสไปรษณีย์|เบอร์โทร',
    cells: {
      ชื่อ: ['อนันต์', 'บุษบา', 'ชัย'],
      รหัสไปรษณีย์: ['10110', '10120', '10130'],
      เบอร์โทร: ['0812345678', '081-234-5679', '+66 81 234 5670'],
    },
    country: 'TH',
    person: 'เบอร์โทร',
  }),
  exportFile('Vietnamese: Số điện thoại', {
    header: 'STT|Họ tên|Số điện thoại',
    cells: {
      STT: ['1', '2', '3', '4'],
      'Họ tên': ['Anh', 'Bình', 'Chi', 'Dung'],
      'Số điện thoại': ['0912345678', '0912345679', '0912345670', '0912345671'],
    },
    country: 'VN',
    person: 'Số điện thoại',
  }),
  exportFile('Indonesian: No. HP', {
    header: 'Nama|NIK|No. HP',
    cells: {
      Nama: ['Adi', 'Budi', 'Citra', 'Dewi'],
      NIK: ['3171234567890001', '3171234567890002', '3171234567890003', '3171234567890004'],
      'No. HP': ['081234567890', '081234567891', '081234567892', '081234567893'],
    },
    country: 'ID',
    person: 'No. HP',
  }),
];
