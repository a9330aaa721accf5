import type { ListWords } from './list-words.js';

export const OTHER_SCRIPTS: readonly ListWords[] = [
  {
    language: 'Greek',
    locale: 'el',
    encodings: ['windows-1253', 'iso-8859-7'],
    header: ['Όνομα', 'Τηλέφωνο', 'Πόλη'],
    names:
      'Γιώργος Μαρία Δημήτρης Ελένη Νίκος Κατερίνα Κώστας Βασιλική Γιάννης Αγγελική Χρήστος Σοφία Παναγιώτης Ιωάννα Θεόδωρος Άννα ' +
      'Παπαδόπουλος Νικολάου Παπαδάκη Γεωργίου Οικονόμου Δημητρίου Κωνσταντίνου Βλάχος Χριστοδούλου Αθανασίου Ζαχαρίου Ψαρράς Ξενάκη',
    towns:
      'Αθήνα Θεσσαλονίκη Πάτρα Ηράκλειο Λάρισα Βόλος Ιωάννινα Χανιά Καβάλα Ρόδος Σέρρες Χαλκίδα Ξάνθη Κέρκυρα',
  },
  {
    language: 'Turkish',
    locale: 'tr',
    encodings: ['windows-1254'],
    header: ['Adı', 'Telefon', 'Şehir'],
    names:
      'Ayşe Mehmet Fatma Mustafa Çağrı Emine İsmail Hatice Hüseyin Gülşen Özgür Şükran Ömer Ülkü Barış Tuğba Işıl Yağmur ' +
      'Yılmaz Kaya Demir Çelik Şahin Yıldız Yıldırım Öztürk Aydın Özdemir Arslan Doğan Kılıç Aslan Çetin Güneş Koç Erdoğan',
    towns:
      'İstanbul Ankara İzmir Bursa Antalya Adana Konya Gaziantep Eskişehir Muğla Ağrı Diyarbakır Şanlıurfa Balıkesir Kütahya Çorum',
  },
  {
    language: 'Hebrew',
    locale: 'he',
    encodings: ['windows-1255'],
    header: ['שם', 'טלפון', 'עיר'],
    names:
      'דוד מרים משה שרה אברהם רחל יוסף לאה יעקב אסתר נועם תמר איתי נועה כהן לוי מזרחי פרץ ביטון דהן אברהמי פרידמן שפירא גולדברג צדוק',
    towns: 'ירושלים חיפה אשדוד נתניה חולון רחובות אשקלון הרצליה טבריה עפולה רעננה גבעתיים צפת',
  },
  {
    language: 'Arabic',
    locale: 'ar',
    encodings: ['windows-1256'],
    header: ['الاسم', 'الهاتف', 'المدينة'],
    names:
      'محمد أحمد فاطمة حسن خالد يوسف مريم عائشة علي زينب عبدالله سارة إبراهيم نورة العتيبي الشمري الأحمد المصري الحربي القحطاني حداد خوري صالح',
    towns: 'القاهرة الرياض دمشق بغداد جدة بيروت الإسكندرية عمان الدوحة مسقط تونس حلب الخرطوم',
  },
  {
    language: 'Thai',
    locale: 'th',
    encodings: ['windows-874'],
    header: ['ชื่อ', 'โทรศัพท์', 'จังหวัด'],
    names: 'สมชาย สุดา วิชัย ประเสริฐ มาลี อนงค์ ธนากร กิตติ สุภาพร นภา ใจดี แก้วใส ศรีสุข ทองดี บุญมี วงศ์สวัสดิ์ พรหมมา',
    towns: 'กรุงเทพมหานคร เชียงใหม่ ภูเก็ต ขอนแก่น นครราชสีมา อุดรธานี ชลบุรี หาดใหญ่ อุบลราชธานี',
  },
  {
    language: 'Latvian',
    locale: 'lv',
    encodings: ['windows-1257'],
    header: ['Vārds', 'Tālrunis', 'Pilsēta'],
    names:
      'Jānis Anna Andris Līga Juris Inese Edgars Kristīne Mārtiņš Iveta Pēteris Dace Ēriks Zaiga Ģirts Ilmārs Žanis ' +
      'Bērziņš Kalniņa Ozoliņš Jansons Liepiņa Krūmiņš Balodis Eglītis Zariņa Pētersons Vītols Kļaviņa Šmits Āboliņš Ķirsis',
    towns:
      'Rīga Daugavpils Liepāja Jelgava Jūrmala Ventspils Rēzekne Valmiera Jēkabpils Ogre Tukums Cēsis Ķekava Ādaži',
  },
  {
    language: 'Lithuanian',
    locale: 'lt',
    encodings: ['windows-1257'],
    header: ['Vardas', 'Telefonas', 'Miestas'],
    names:
      'Jonas Ona Antanas Irena Žygimantas Rūta Šarūnas Daiva Gražina Tomas Eglė Kęstutis Ąžuolas Živilė Vytė Giedrė ' +
      'Kazlauskas Petrauskienė Jankauskas Žukauskas Butkevičius Paulauskaitė Vasiliauskas Urbonavičius Šimkus Čepaitė Grušaitė Mažeika',
    towns:
      'Vilnius Kaunas Klaipėda Šiauliai Panevėžys Alytus Marijampolė Mažeikiai Jonava Utena Kėdainiai Telšiai Tauragė Ukmergė',
  },
  {
    language: 'Estonian',
    locale: 'et',
    encodings: ['windows-1257'],
    header: ['Nimi', 'Telefon', 'Küla'],
    names:
      'Jüri Ülle Tõnu Õnne Märt Külli Jaan Kaarel Kärt Rein Mõis Žanna Šarlott Peeter Merike Ööbik ' +
      'Tamm Saar Sepp Mägi Kask Kukk Rebane Ilves Pärn Koppel Lõhmus Jõgi Põder Kõiv Õunapuu Ülem',
    towns:
      'Tallinn Tartu Narva Pärnu Kohtla-Järve Viljandi Rakvere Sillamäe Võru Jõhvi Põlva Kärdla Tõrva Otepää',
  },
];
