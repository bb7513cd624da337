import { koreanRomanised, usualSurname } from './korean-romanised.ts';
import { SeededRandom } from './seeded-random.ts';
import { readRomanised } from '../../src/readings/romanisations.ts';
import { loadHanCharacters } from '../../src/tables/han.ts';

/** Scripts of invented customers who write their names as at home. */
export const customerScripts = ['han', 'hangul', 'arabic', 'cyrillic'] as const;
export type CustomerScript = (typeof customerScripts)[number];

/** `word weight word weight …`: how many of a thousand bear the name, about, by public statistics. */
function weighted(text: string): { word: string; upTo: number }[] {
  let total = 0;
  return text
    .trim()
    .split(/\s+/u)
    .map((entry) => {
      const [, word = '', weight = ''] = /^(\P{N}+)(\d+)$/u.exec(entry) ?? [];
      total += Number(weight);
      return { word, upTo: total };
    });
}

function draw(names: readonly { word: string; upTo: number }[], random: SeededRandom): string {
  const at = random.below(names.at(-1)?.upTo ?? 1);
  return names.find(({ upTo }) => upTo > at)?.word ?? '';
}

const hanSurnames =
  weighted(`王72 李72 张68 刘54 陈45 杨31 赵23 黄22 周21 吴20 徐15 孙15 胡13 朱13 高12 林12 何11 郭11 马11 罗9 梁8 宋8 郑8
  谢7 韩7 唐7 冯6 于6 董6 萧6 程6 曹5 袁5 邓5 许5 傅5 沈5 曾5 彭5 吕5 苏4 卢4 蒋4 蔡4 贾4 丁4 魏4 薛4 叶4 阎4 余3 潘3 杜3 戴3 夏3 钟3 汪3 田3 任3
  姜3 范3 方3 石3 姚3 谭3 廖3 邹3 熊3 金3 陆3 郝3 孔3 白3 崔3 康3 毛2 邱2 秦2 江2 史2 顾2 侯2 邵2 孟2 龙2 万2 段2 欧阳1 司马1`);
const hanGiven = Array.from(
  '伟芳娜敏静丽强磊军洋勇艳杰娟涛明超秀英霞平刚桂文华建国志玉兰红梅春海晓小鹏飞宇浩轩子涵梓萱欣怡佳雨思嘉俊凯博峰波斌鑫亮辉林龙生永金德祥福荣凤琴云莉燕雪婷倩琳慧颖洁玲珍丹萍瑞东庆成新立世家天泽昊睿航诗瑶',
);
const hangulSurnames =
  weighted(`김215 이147 박84 최47 정43 강24 조21 윤21 장20 임17 한16 오15 서15 신15 권14 황14 안14 송14 전11 홍11 고9 문9 양9
  손9 배8 백8 유8 허7 류6 남5 심5 노5 하4 곽4 성4 차4 주4 우4 구4 민3 진3 나3 엄3 채3 원2 천2 방2 공2 현2 함2 남궁1`);
const hangulGiven = Array.from(
  '민서지현준영수호진성은정미경혜희선상동재승우태종철용광명기도하윤예유나연주아인원석훈환욱식일학춘옥순숙자남길범건규찬빈솔형관국병덕복봉승완인제창택필한해홍효',
);
const arabicGiven =
  'محمد أحمد علي حسن حسين عمر خالد يوسف إبراهيم محمود مصطفى سعيد سامي كريم طارق زياد وليد فهد سلطان ناصر ماجد بدر فيصل رامي هاني باسم جمال عادل عماد نبيل فاطمة مريم زينب عائشة نورا هدى سارة ليلى سلمى رنا دينا ريم هند لبنى غادة سمر نجلاء عبير إيمان أمل منى هالة'.split(
    ' ',
  );
const arabicFamilies =
  'المصري الحداد النجار الخطيب العلي الشامي الأحمد الحسيني العمري القحطاني الغامدي الزهراني الشمري العتيبي الحربي الدوسري المطيري السيد منصور حداد الخوري الصباغ البغدادي الحلبي الدمشقي القاسم الناصر الصالح الرفاعي الجابري السعدي التميمي الكناني الهاشمي العباسي الفارسي البكري الشريف الفقي الجندي عوض غانم شاهين عثمان بكر رزق فرج نصار زيدان خليل قنديل'.split(
    ' ',
  );
const cyrillicGiven =
  'Александр Сергей Дмитрий Андрей Алексей Максим Евгений Иван Михаил Николай Владимир Павел Роман Олег Игорь Виктор Юрий Артём Денис Антон'.split(
    ' ',
  );
const cyrillicPatronymics =
  'Александрович Сергеевич Дмитриевич Андреевич Алексеевич Иванович Михайлович Николаевич Владимирович Павлович Викторович Юрьевич Анатольевич Борисович Петрович'.split(
    ' ',
  );
const cyrillicFamilies =
  'Смирнов Кузнецов Попов Васильев Соколов Новиков Фёдоров Морозов Волков Алексеев Лебедев Семёнов Егоров Козлов Степанов Орлов Андреев Макаров Никитин Захаров Зайцев Соловьёв Борисов Яковлев Григорьев Романов Воробьёв Кузьмин Фролов Александров Дмитриев Гусев Киселёв Сорокин Виноградов Поляков Беляев Комаров Кравченко Бондаренко Шевченко Коваленко Ткаченко Мельник'.split(
    ' ',
  );

const makers: Readonly<Record<CustomerScript, (random: SeededRandom) => string>> = {
  han: (random) => {
    const given = random.below(100) < 15 ? 1 : 2;
    return draw(hanSurnames, random) + Array.from({ length: given }, () => random.pick(hanGiven)).join('');
  },
  hangul: (random) => {
    const given = random.below(100) < 6 ? 1 : 2;
    return (
      draw(hangulSurnames, random) + Array.from({ length: given }, () => random.pick(hangulGiven)).join('')
    );
  },
  arabic: (random) =>
    [
      random.pick(arabicGiven),
      ...(random.below(2) === 0 ? [random.pick(arabicGiven)] : []),
      random.pick(arabicFamilies),
    ].join(' '),
  cyrillic: (random) =>
    [
      random.pick(cyrillicGiven),
      ...(random.below(2) === 0 ? [random.pick(cyrillicPatronymics)] : []),
      random.pick(cyrillicFamilies),
    ].join(' '),
};

/** People who do not exist, their names as natives write them. The same for the same seed; no name twice. */
export function nativeCustomers(script: CustomerScript, howMany: number, seed: number): string[] {
  const random = new SeededRandom(seed);
  const names = new Set<string>();
  while (names.size < howMany) names.add(makers[script](random));
  return [...names];
}

/** A name in Han characters or Hangul and in Latin letters, as a passport of its country has it. */
export interface RomanisedName {
  native: string;
  latin: string;
  convention: string;
}

const capital = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** Invented names romanised by rule: Korean by three conventions, Chinese in pinyin. Family name first or last, given name joined or not. */
export function romanisedNames(script: 'han' | 'hangul', howMany: number, seed: number): RomanisedName[] {
  const random = new SeededRandom(seed);
  const characters = loadHanCharacters().hanCharacters;
  const syllables = (text: string, convention: string): string[] =>
    Array.from(text, (one) =>
      script === 'hangul'
        ? koreanRomanised(one, convention)
        : (characters(one)?.mandarin?.[0] ?? '').replace('v', 'u'),
    );
  return nativeCustomers(script, howMany, seed).map((native) => {
    const convention = script === 'han' ? 'pinyin' : random.pick(['revised', 'mccune', 'usual']);
    const length = /^(?:欧阳|司马|남궁)/u.test(native) ? 2 : 1;
    const letters = syllables(native, convention);
    const family = capital(letters.slice(0, length).join(''));
    const given = letters.slice(length);
    const joined = random.below(2) === 0 ? capital(given.join('')) : given.map(capital).join(' ');
    const latin = random.below(3) === 0 ? `${joined} ${family}` : `${family} ${joined}`;
    return { native, latin, convention };
  });
}

/** The spellings of Korean names that are held against each other: an older one, that of today and what people choose. */
export const koreanConventions = ['mccune', 'revised', 'usual'] as const;
export type KoreanSpellings = { native: string } & Record<(typeof koreanConventions)[number], string>;

/**
 * Invented Korean names in each convention, given names joined or not by chance in each of them. At most two syllables of a given name,
 * family names in front.
 */
export function koreanSpellingsOf(howMany: number, seed: number): KoreanSpellings[] {
  const random = new SeededRandom(seed);
  return nativeCustomers('hangul', howMany, seed).map((native) => {
    const length = native.startsWith('남궁') ? 2 : 1;
    const spelt = (convention: string): string => {
      const letters = Array.from(native, (one) => koreanRomanised(one, convention));
      const usual = convention === 'usual' ? usualSurname(native.slice(0, length)) : null;
      const family = usual ?? capital(letters.slice(0, length).join(''));
      const given = letters.slice(length);
      return `${family} ${random.below(2) === 0 ? capital(given.join('')) : given.map(capital).join(' ')}`;
    };
    return { native, mccune: spelt('mccune'), revised: spelt('revised'), usual: spelt('usual') };
  });
}

/** Invented Chinese names in Wade-Giles without its marks and in pinyin, given names with a hyphen or as one word. */
export function olderRomanisedNames(howMany: number, seed: number): { older: string; pinyin: string }[] {
  return romanisedNames('han', howMany, seed).map(({ latin }) => {
    const words = latin.split(' ');
    const older = words.map((word) => {
      const form = readRomanised(word.toLowerCase(), 'mandarin')?.standard[0]?.form ?? word;
      return capital(
        form
          .split('.')
          .filter((syllable) => syllable !== '')
          .join('-'),
      );
    });
    return { older: older.join(' '), pinyin: latin };
  });
}
