import { foldKey } from '../tables/fold-key.ts';
import { normalForm } from './normal-form.ts';

/*
 * A patronymic is the father's name with an ending. Russian, Ukrainian and Belarusian have different forms of the father's name, so one
 * person's patronymic has three spellings with few letters in common: Nikolaevich, Mykolaiovych, Mikalayevich.
 */

/** Patronymics without their endings, one father per line, in the spellings of the three languages. */
const fathers: readonly string[] = [
  'aleksandr oleksandr aliaksandr alyaksandr александр олександр аляксандр',
  'alekse oleksi aliakse alyakse алексе олексі аляксе',
  'anatol anatoli анатол анатолі',
  'andre andri андре андрі андрэ',
  'arkad arkadi аркад аркаді',
  'boris borys barys борис барыс',
  'danil danyl danylo daniil данил даниил даніл',
  'denis denys dzianis dzyanis денис дзяніс',
  'dmitr dmytr dzmitr dmitri дмитр дмитри дзмітр',
  'evgen yevgen yevhen yauhen yauhien евген євген яўген',
  'fedor fyodor fiodor fiodar федор федір фёдар',
  'gennad hennad genad henad hennadi генад геннад геннаді генадз',
  'georg heorh georgi heorhi георг георги георгі',
  'grigor hryhor григор рыгор',
  'igor ihor ihar игор ігор ігар',
  'ilarion ilaryon иларион',
  'ivan иван іван',
  'kirill kyryl kiryl кирилл кирил кірыл',
  'konstantin kostiantyn kostyantyn kanstantsin константин костянтин канстанцін',
  'leonid leanid леонид леонід леанід',
  'maksim maksym максим максім',
  'mikhail mykhail mikhal mihal михаил михайл міхайл міхал',
  'nikola mykola mikala николa никола микола мікала',
  'oleg oleh aleh олег алег',
  'pavl paul pawl павл паўл',
  'petr piatr pyatr петр пятр',
  'roman raman роман раман',
  'semen semyon simyon siamion семен семён сямён',
  'serge serhi siarhe siarhie серге серг сергі сярге сярг',
  'stepan stsiapan степан сцяпан',
  'timofe tymofi tsimafe тимофе тимофі цімафе',
  'valer valeri валер валері',
  'vasil vasyl васил васіл',
  'viktor viktar виктор віктор віктар',
  'vital vitali витал віталі',
  'vladimir volodymyr uladzimir владимир володимир уладзімір',
  'vladislav vladyslav uladzislav владислав уладзіслав',
  'vyacheslav viacheslav viachaslav вячеслав вячаслав',
  'yaroslav yaraslav ярослав яраслав',
  'yur iur юр',
];

interface Ending {
  ending: RegExp;
  woman: boolean;
}

const endings: readonly Ending[] = [
  { ending: /(?:[yij]?[oea]|[yi])[vw](?:ich|ych|itch|ytch)$/u, woman: false },
  { ending: /(?:[yij]?[oea]|[yi])[vwu]na$/u, woman: true },
  { ending: /(?:[йьеяиі]?[оеёа]|[иіьї])вич$/u, woman: false },
  { ending: /(?:[йьеяиі]?[оеёа]|[иіьїй]?[оеєиіїа]?)[вў]на$/u, woman: true },
  { ending: /(?:[йьеяиії]?[оеёаэє])віч$/u, woman: false },
];

const shortest = 6;
const lastVowel = /[yijьйиіе]$/u;
const lastLetters = new Set('ahач');

const plain = (stem: string): string => normalForm(stem.replaceAll('y', 'i'));

const groupOf = new Map(
  fathers.flatMap((line, group) => line.split(' ').map((stem) => [plain(foldKey(stem)), group] as const)),
);

/** The father named by a folded patronymic, and whether it is a son's or a daughter's: starting at 0; null for any other word. */
export function fatherGroupOf(word: string): number | null {
  if (word.length < shortest || !lastLetters.has(word.charAt(word.length - 1))) return null;
  for (const { ending, woman } of endings) {
    if (!ending.test(word)) continue;
    const stem = word.replace(ending, '');
    const group = groupOf.get(plain(stem)) ?? groupOf.get(plain(stem.replace(lastVowel, '')));
    return group === undefined ? null : 2 * group + (woman ? 1 : 0);
  }
  return null;
}
