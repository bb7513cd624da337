const womensEndings =
  /(?:ovna|evna|ivna|yvna|jevna|ichna|inichna|auna|euna|овна|евна|ична|інічна|івна|ївна|єўна|еўна|аўна)$/u;
const mensEndings =
  /(?:ovich|evich|ovych|evych|ovitch|evitch|owitsch|ewitsch|avich|ович|евич|овіч|евіч|авіч|йович|ьич)$/u;
const oldPatronymics = new Set([
  'ilyich',
  'ilich',
  'ilych',
  'kuzmich',
  'lukich',
  'nikitich',
  'fomich',
  'savvich',
  'ильич',
  'кузьмич',
  'лукич',
  'никитич',
  'фомич',
]);
const mensSuffix = /(?:yo|io|jo|o|ye|ie|je|e|a|y)(?:vich|vych|vitch|witsch)$/u;

/** Last letters of all endings except those of `oldPatronymics`. */
const lastLetters = new Set('ahач');

type UsualRole = (word: string) => 'given' | 'family' | null;

/**
 * Whether a folded word has the form of a Slavic patronymic. `certain`: it has a feminine ending, which surnames hardly have, or its stem
 * is a known given name; `possible`: only the ending matches, which surnames may also have.
 */
export function patronymicOf(word: string, usualRole: UsualRole): 'certain' | 'possible' | null {
  if (word.length < 5) return null;
  if (oldPatronymics.has(word)) return 'certain';
  if (word.length < 7 || !lastLetters.has(word.charAt(word.length - 1))) return null;
  if (womensEndings.test(word)) return 'certain';
  if (!mensEndings.test(word)) return null;
  const father = word.replace(mensSuffix, '');
  const names = [father, `${father}y`, `${father}i`, `${father}iy`, `${father}ey`];
  return father !== word && names.some((name) => usualRole(name) === 'given') ? 'certain' : 'possible';
}
