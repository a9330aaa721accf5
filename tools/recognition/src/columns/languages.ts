import { type ExportFile, exportFile } from './export-file.js';

const IDS = ['1001', '1002', '1003', '1004'];
const GERMAN = ['0171 3920001', '+49 171 3920002', '0171-3920003', '(0171) 3920004'];
const FRENCH = ['06 12 34 56 78', '+33 6 39 98 23 45', '06.12.34.56.79', '0612345680'];
const SPANISH = ['612 34 56 78', '+34 612 345 679', '612345680', '612-345-681'];
const BRAZILIAN = ['(11) 96123-4567', '+55 11 96123-4568', '11961234569', '(11) 96123 4570'];
const RUSSIAN = ['8 (912) 345-67-89', '+7 912 345-67-90', '89123456791', '8 912 345 67 92'];
const SAUDI = ['0501234567', '+966 50 123 4568', '٠٥٠١٢٣٤٥٦٩', '050 123 4570'];
const CHINESE = ['13123456789', '+86 131 2345 6780', '131-2345-6781', '１３１２３４５６７８２'];
const JAPANESE = ['090-1234-5678', '09012345679', '+81 90-1234-5670', '０９０－１２３４－５６７１'];
const TURKISH = ['0532 123 45 67', '+90 532 123 45 68', '05321234569', '(0532) 123 45 70'];
const POLISH = ['512 345 678', '+48 512 345 679', '512345680', '512-345-681'];
const ITALIAN = ['312 345 6789', '+39 312 345 6780', '3123456781', '312-3456782'];

export const LANGUAGES: readonly ExportFile[] = [
  exportFile('Spanish: Teléfono', {
    header: 'Nombre|Apellidos|Teléfono|Correo electrónico',
    cells: { Nombre: ['Ana', 'Blas', 'Carla', 'Dora'], Teléfono: SPANISH },
    country: 'ES',
    person: 'Teléfono',
  }),
  exportFile('Spanish: Móvil', {
    header: 'Nº cliente|Nombre|Apellidos|NIF|Móvil|Código postal',
    cells: {
      'Nº cliente': IDS,
      Nombre: ['Ana', 'Blas', 'Carla', 'Dora'],
      NIF: ['12345678Z', '23456789D', '34567890V', '45678901G'],
      Móvil: SPANISH,
      'Código postal': ['28001', '28002', '28003', '28004'],
    },
    country: 'ES',
    person: 'Móvil',
  }),
  exportFile('Spanish: Celular of digits', {
    header: 'Cliente|Cédula|Celular',
    cells: {
      Cliente: ['Ana', 'Blas', 'Carla', 'Dora'],
      Cédula: ['1020304050', '1020304051', '1020304052', '1020304053'],
      Celular: ['3101234567', '3101234568', '3101234569', '3101234570'],
    },
    country: 'CO',
    person: 'Celular',
  }),
  exportFile('Spanish: Número', {
    header: 'Contacto|Número',
    cells: { Contacto: ['Ana', 'Blas', 'Carla', 'Dora'], Número: SPANISH },
    country: 'ES',
    person: 'Número',
  }),
  exportFile('German: Telefon and Mobil', {
    header:
      'Kundennummer;Anrede;Titel;Vorname;Nachname;Firma;Strasse;PLZ;Ort;Telefon;Mobil;E-Mail;Kunde seit'.replaceAll(
        ';',
        '|',
      ),
    cells: {
      Kundennummer: ['49100231', '49100232', '49100233', '49100234'],
      Titel: ['Dr.', '', '', 'Prof.'],
      Telefon: ['030 23125 100', '030 23125 101', '030 23125 102', ''],
      Mobil: GERMAN,
    },
    country: 'DE',
    person: 'Telefon',
  }),
  exportFile('German: Handy', {
    header: 'Mitglied|Vorname|Nachname|PLZ|Handy|Fax',
    cells: {
      Mitglied: IDS,
      Vorname: ['Anna', 'Ben', 'Carla', 'Dora'],
      PLZ: ['10115', '10117', '10119', '10178'],
      Handy: GERMAN,
    },
    country: 'DE',
    person: 'Handy',
  }),
  exportFile('German: Festnetz, Fax and Mobil', {
    header: 'Name|Fax|Festnetz|Mobil',
    cells: {
      Name: ['Anna', 'Ben', 'Carla', 'Dora'],
      Fax: ['030 23125 900', '030 23125 901', '030 23125 902', '030 23125 903'],
      Festnetz: ['030 23125 100', '', '', ''],
      Mobil: GERMAN,
    },
    country: 'DE',
    person: 'Mobil',
  }),
  exportFile('German: Rufnummer beside a Titel', {
    header: 'Name|Titel|Rufnummer',
    cells: { Name: ['Anna', 'Ben', 'Carla', 'Dora'], Titel: ['Dr.', '', '', 'Prof.'], Rufnummer: GERMAN },
    country: 'DE',
    person: 'Rufnummer',
    letter: { takes: 'Titel', because: 'it is the one header with `tel` in it' },
  }),
  exportFile('German: Handy behind long customer numbers', {
    header: 'Kundennummer|Name|Handy',
    cells: {
      Kundennummer: ['49100231', '49100232', '49100233', '49100234'],
      Name: ['Anna', 'Ben', 'Carla', 'Dora'],
      Handy: GERMAN,
    },
    country: 'DE',
    person: 'Handy',
    letter: { takes: 'Kundennummer', because: 'no header matches, and in Germany its digits can be numbers' },
  }),
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
  exportFile('Portuguese: Telefone', {
    header: 'Nome|CPF|Telefone|E-mail',
    cells: {
      Nome: ['Ana', 'Bruno', 'Carla', 'Davi'],
      CPF: ['111.444.777-35', '222.555.888-46', '333.666.999-57', '444.777.111-68'],
      Telefone: BRAZILIAN,
    },
    country: 'BR',
    person: 'Telefone',
  }),
  exportFile('Portuguese: Celular', {
    header: 'Cliente|CEP|Celular',
    cells: {
      Cliente: ['Ana', 'Bruno', 'Carla', 'Davi'],
      CEP: ['01310-100', '01310-200', '01310-300', '01310-400'],
      Celular: BRAZILIAN,
    },
    country: 'BR',
    person: 'Celular',
  }),
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
  exportFile('Chinese: 手机', {
    header: '订单编号|收货人|收货地址|手机|电话|邮编',
    cells: {
      订单编号: ['202611210000000123', '202611210000000124', '202611210000000125', '202611210000000126'],
      收货人: ['王芳', '李娜', '张伟', '刘洋'],
      手机: CHINESE,
      电话: ['010-61234567'],
      邮编: ['100000', '200000', '310000', '510000'],
    },
    country: 'CN',
    person: '手机',
  }),
  exportFile('Chinese: 联系电话', {
    header: '姓名|身份证号|联系电话',
    cells: {
      姓名: ['王芳', '李娜', '张伟', '刘洋'],
      身份证号: ['110101199003070011', '110101199003070038', '110101199003070054', '110101199003070070'],
      联系电话: ['13123456789', '13123456780', '13123456781', '13123456782'],
    },
    country: 'CN',
    person: '联系电话',
  }),
  exportFile('Japanese: 電話番号', {
    header: '会員番号|氏名|郵便番号|住所|電話番号|FAX番号',
    cells: {
      会員番号: ['A0001', 'A0002', 'A0003', 'A0004'],
      氏名: ['佐藤', '鈴木', '高橋', '田中'],
      郵便番号: ['100-0001', '100-0002', '100-0003', '100-0004'],
      電話番号: JAPANESE,
      FAX番号: ['03-1234-5678', '03-1234-5679', '03-1234-5670', '03-1234-5671'],
    },
    country: 'JP',
    person: '電話番号',
  }),
  exportFile('Japanese: ＴＥＬ beside barcodes', {
    header: 'JANコード|氏名|ＴＥＬ',
    cells: {
      JANコード: ['4901234567894', '4902345678904', '4903456789014', '4904567890124'],
      氏名: ['佐藤', '鈴木', '高橋', '田中'],
      ＴＥＬ: JAPANESE,
    },
    country: 'JP',
    person: 'ＴＥＬ',
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
