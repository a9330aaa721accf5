/**
 * The meaning of a word beside a number. The list is closed: any other word may change what the number means (`not`, `old`, `order`), and
 * a cell with such a word is not read.
 *
 * - `label`: says that it is a phone number, or whose line it is
 * - `short_label`: the same in a few letters, which may mean something else, such as a state before a postcode
 * - `companion`: has no meaning beside a label; without one, `no. 4711` may be an order
 * - `connective`: another number follows
 * - `extension`: an extension follows
 */
export type WordRole = 'label' | 'short_label' | 'companion' | 'connective' | 'extension';

const WORDS: Readonly<Record<WordRole, string>> = {
  label: `
    phone phones telephone tel tele telno phoneno phonenumber ph landline fax telefax mobile mobiles mobileno mob cell cellphone
    cellular home work office business private personal main primary secondary other direct contact whatsapp whatsap watsapp whats zap wapp wpp wsp telegram viber signal
    sms text texts txt wechat imessage pager company ddi msisdn voice switchboard reception emergency hotline
    telefon telnr telefonnr telefonnummer rufnummer fon handy handynr handynummer mobil mobilnr mobilnummer mobiltelefon mobilfunk
    festnetz privat geschäftlich dienstlich büro arbeit firma zentrale natel
    téléphone télécopie tél portable gsm domicile bureau fixe travail port perso
    teléfono teléfonos tlf tlfn tfno tfn telf móvil celular cel casa trabajo oficina fijo telefone telemóvel tlm fone fixo trabalho
    escritório cellulare ufficio fisso lavoro
    telefoon telefoonnummer telefoonnr mobiel vast thuis werk puhelin puh matkapuhelin hem arbete hjem arbejde arbeid sími farsími
    komórka komórkowy kom stacjonarny domowy praca domů práce mobilní vezetékes otthoni munkahelyi acasă serviciu cep ceptel telefonu
    тел телефон моб мобильный сот сотовый дом домашний раб рабочий гор городской факс ватсап вотсап телеграм вайбер мобільний
    робочий домашній
    τηλ τηλέφωνο κιν κινητό σταθερό φαξ
    هاتف الهاتف تلفون التلفون جوال الجوال موبايل الموبايل محمول المحمول نقال فاكس واتساب تلفن موبایل همراه فکس
    نمابر دورنگار فون ٹیلیفون ٹیلی موبائل فیکس
    טלפון טל נייד סלולרי סלולארי פלאפון פקס
    फ़ोन फोन टेलीफोन टेलिफोन मोबाइल मोबाईल दूरभाष दूरध्वनी भ्रमणध्वनी फैक्स फॅक्स ফোন টেলিফোন মোবাইল মুঠোফোন ফ্যাক্স ફોન ટેલિફોન મોબાઇલ મોબાઈલ ફેક્સ
    ਫੋਨ ਟੈਲੀਫੋਨ ਮੋਬਾਈਲ ਮੋਬਾਇਲ ਫੈਕਸ தொலைபேசி மொபைல் கைபேசி அலைபேசி தொலைநகல் பேக்ஸ் ఫోన్ టెలిఫోన్ మొబైల్ ఫ్యాక్స్ ಫೋನ್ ದೂರವಾಣಿ ಮೊಬೈಲ್ ಫ್ಯಾಕ್ಸ್
    ഫോൺ ടെലിഫോൺ മൊബൈൽ ഫാക്സ് දුරකථන දුරකථනය දුරකතන ජංගම ෆැක්ස්
    โทร โทรศัพท์ มือถือ เบอร์โทร เบอร์โทรศัพท์ แฟกซ์ โทรสาร ໂທ ໂທລະສັບ ເບີໂທ ມືຖື ແຟັກ ဖုန်း ဖုန်းနံပါတ် ဖက်စ် ទូរស័ព្ទ ទូរសារ ទូរសារលេខ លេខទូរស័ព្ទ
    thoại động sđt telp telpon telepon ponsel bimbit faks fakss faksas faksi belgegeçer simu tālr tālrunis гар утас ስልክ ሞባይል ፋክስ
    ტელ ტელეფონი მობ მობილური ფაქსი ფაქს հեռ հեռախոս բջջ բջջային ֆաքս
    电话 电话号码 联系电话 手机 手机号 手机号码 移动电话 座机 固话 传真 微信 電話 電話號碼 聯絡電話 手機 手機號碼 行動電話 傳真
    電話番号 携帯 携帯電話 携帯番号 ファックス 전화 전화번호 휴대폰 휴대폰번호 휴대전화 핸드폰 팩스 연락처 代表 代 微信同号 同微信 대표
    ☎ ☏ ✆ 📞 📱 📲 📠 🕻 ℡`,
  short_label: 't m f p c h w o b d mo wa tg hp đt т м ф д р ت ج ف',
  companion:
    'only no nr pro № num number numbers numero nummer номер رقم شماره số điện di 号码 號碼 番号 번호',
  connective: `
    or and oder und ou et o y e u of en eller og och tai ja lub i nebo sau si vagy es veya ve или и або та أو و یا או 或 或者 和 及 또는
    または या और atau dan ან და կամ և եւ ή και અથવા અને অথবা এবং அல்லது மற்றும் లేదా ಅಥವಾ അല്ലെങ്കിൽ හෝ සහ หรือ และ ຫຼື ແລະ သို့မဟုတ် ឬ និង ወይም እና
    эсвэл болон au və yoki eða og või vai arba ose dhe hoặc và`,
  extension: `
    x xt ex app apparat ext extn exten extensio extension xtn loc local int interno interne ramal anexo poste durchwahl dw nebenstelle nst toestel tst anknytning klapka
    lokal lok локал лок daxili ichki sise vid vidinis iekš iekšējais pesawat pes sambungan samb შიდა ներքին дотуур
    एक्सटेंशन विस्तार এক্সটেনশন ایکسٹینشن දිගුව
    linka wew wewn wewnętrzny dahili mellék extensão доб добавочный вн внутр внутренний εσωτ εσωτερικό داخلي داخلی تحويلة שלוחה ต่อ
    内线 內線 内線 分机 分機 转 轉 내선`,
};

/** The labels that say a number is a fax. */
const FAX = `fax telefax télécopie faks fakss faksas faksi belgegeçer факс φαξ فاكس فکس نمابر دورنگار فیکس פקס ფაქსი ფაქს ֆաքս
  फैक्स फॅक्स ফ্যাক্স ફેક્સ ਫੈਕਸ தொலைநகல் பேக்ஸ் ఫ్యాక్స్ ಫ್ಯಾಕ್ಸ್ ഫാക്സ് ෆැක්ස් แฟกซ์ โทรสาร ແຟັກ ဖက်စ် ទូរសារ ፋክስ 传真 傳真 ファックス 팩스 📠 🕻`;

const ROLES = rolesByWord();
const FAX_WORDS = new Set(FAX.split(/\s+/).map(bare));

/** Whether a word says that a number is a fax. */
export function isFaxWord(word: string): boolean {
  return FAX_WORDS.has(bare(word));
}

/** The roles that a word may have in a cell, in any letter case, with or without accents. Unknown words have none. */
export function rolesOf(word: string): readonly WordRole[] {
  return ROLES.get(bare(word)) ?? [];
}

function rolesByWord(): ReadonlyMap<string, readonly WordRole[]> {
  const roles = new Map<string, WordRole[]>();
  // The names are the keys of the object above.
  for (const role of Object.keys(WORDS) as WordRole[]) {
    for (const word of WORDS[role].trim().split(/\s+/)) {
      const key = bare(word);
      const known = roles.get(key) ?? [];
      roles.set(key, [...known, role]);
    }
  }
  return roles;
}

/** Converts full-width letters to plain ones, and removes accents. */
function bare(word: string): string {
  return word.normalize('NFKD').toLowerCase().replace(/\p{M}/gu, '');
}
