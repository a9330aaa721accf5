import { type ExportFile, exportFile } from '../export-file.js';

const SAUDI = ['0501234567', '+966 50 123 4568', '٠٥٠١٢٣٤٥٦٩', '050 123 4570'];
const TURKISH = ['0532 123 45 67', '+90 532 123 45 68', '05321234569', '(0532) 123 45 70'];

export const MIDDLE_EASTERN: readonly ExportFile[] = [
  exportFile('Arabic: رقم الجوال', {
    header: 'الاسم|المدينة|رقم الجوال',
    cells: {
      الاسم: ['علي', 'سارة', 'عمر', 'هند'],
      المدينة: ['الرياض', 'جدة', 'مكة', 'أبها'],
      'رقم الجوال': SAUDI,
    },
    country: 'SA',
    person: 'رقم الجوال',
  }),
  exportFile('Arabic: هاتف and فاكس', {
    header: 'الاسم|فاكس|هاتف',
    cells: {
      الاسم: ['علي', 'سارة', 'عمر', 'هند'],
      فاكس: ['011 234 5678', '011 234 5679', '011 234 5680', '011 234 5681'],
      هاتف: SAUDI,
    },
    country: 'SA',
    person: 'هاتف',
  }),
  exportFile('Turkish: Cep Telefonu', {
    header: 'Ad|Soyad|TC Kimlik No|Cep Telefonu',
    cells: {
      Ad: ['Ayşe', 'Burak', 'Cem', 'Deniz'],
      'TC Kimlik No': ['10000000146', '10000000147', '10000000148', '10000000149'],
      'Cep Telefonu': TURKISH,
    },
    country: 'TR',
    person: 'Cep Telefonu',
  }),
  exportFile('Turkish: GSM', {
    header: 'Müşteri|GSM',
    cells: {
      Müşteri: ['Ayşe', 'Burak', 'Cem', 'Deniz'],
      GSM: ['5321234567', '5321234568', '5321234569', '5321234570'],
    },
    country: 'TR',
    person: 'GSM',
  }),
  exportFile('Hebrew: נייד', {
    header: 'שם|עיר|נייד',
    cells: {
      שם: ['נועה', 'איתי', 'תמר', 'דוד'],
      עיר: ['חיפה', 'יפו', 'עכו', 'לוד'],
      נייד: ['0502345678', '050-234-5679', '+972 50 234 5670', '0502345671'],
    },
    country: 'IL',
    person: 'נייד',
  }),
  exportFile('Persian: موبایل', {
    header: 'نام|شهر|موبایل',
    cells: {
      نام: ['علی', 'سارا', 'رضا', 'مریم'],
      شهر: ['تهران', 'شیراز', 'تبریز', 'قم'],
      موبایل: ['۰۹۱۲۳۴۵۶۷۸۹', '09123456780', '+98 912 345 6781', '0912 345 6782'],
    },
    country: 'IR',
    person: 'موبایل',
  }),
];
