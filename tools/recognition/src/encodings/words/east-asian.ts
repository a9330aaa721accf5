import type { ListWords } from './list-words.js';

export const EAST_ASIAN: readonly ListWords[] = [
  {
    language: 'Japanese',
    locale: 'ja',
    encodings: ['shift_jis', 'euc-jp'],
    header: ['氏名', '電話番号', '住所'],
    names:
      '佐藤 鈴木 高橋 田中 伊藤 渡辺 山本 中村 小林 加藤 さくら 一郎 エミ 美咲 健太 翔太 花子 ゆうこ タケシ',
    towns:
      '東京都千代田区 大阪市北区 名古屋市中区 札幌市 福岡市 横浜市西区 京都市 神戸市 さいたま市 うるま市',
  },
  {
    language: 'Korean',
    locale: 'ko',
    encodings: ['euc-kr'],
    header: ['이름', '전화번호', '주소'],
    names:
      '김민준 이서연 박지훈 최지우 정하은 강도윤 조예준 윤서준 장수아 임지호 한지민 오승현 신유진 권나연',
    towns:
      '서울특별시 부산광역시 대구광역시 인천광역시 광주광역시 대전광역시 울산광역시 수원시 성남시 청주시',
  },
  {
    language: 'Chinese, simplified',
    locale: 'zh',
    encodings: ['gb18030'],
    header: ['姓名', '电话', '城市'],
    names: '王伟 李娜 张秀英 刘洋 陈静 杨敏 赵磊 黄强 周杰 吴艳 徐勇 孙丽 胡军 朱霞 高涛 林芳',
    towns: '北京市海淀区 上海市徐汇区 广州市越秀区 深圳市 成都市 武汉市 西安市 杭州市 重庆市 南京市',
  },
  {
    language: 'Chinese, traditional',
    locale: 'zh-TW',
    encodings: ['big5'],
    header: ['姓名', '電話', '地址'],
    names: '陳怡君 林志明 黃淑芬 張雅婷 李宗翰 王淑惠 吳俊傑 劉美玲 蔡家豪 楊佩珊 許文雄 鄭雅文',
    towns: '臺北市信義區 高雄市苓雅區 臺中市西屯區 臺南市 新竹市 基隆市 嘉義市 桃園市中壢區',
  },
];
