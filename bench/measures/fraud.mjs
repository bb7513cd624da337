// How many people with another person's documents or with forgeries are approved, and the outcomes of the others.
import sharp from 'sharp';
import { decideOne } from '../decide-one.mjs';
import { rateLimits } from '../report.mjs';
import { drawCase, loadMaker } from './verification.mjs';

const zoned = ['td3', 'td1', 'td2', 'mx-ine', 'co-yellow', 'co-digital', 'us-licence'];
const all = [...zoned, 'br-cnh', 'uto-licence', 'uto-permit'];
/** Documents whose back repeats data of the front. */
const repeating = all.filter((kind) => !['td3', 'td2', 'br-cnh', 'uto-licence'].includes(kind));
/** Documents with the zone or the bar code on the back. */
const backed = ['td1', 'mx-ine', 'co-yellow', 'co-digital', 'us-licence', 'uto-permit'];
/** Documents that expire; yellow Colombian cards do not. */
const expiring = all.filter((kind) => kind !== 'co-yellow');
/** First of the seeds on which nothing was tuned. */
const firstSeed = 401;
/** Maximum share of attempts that may be approved, in per cent. */
const goal = 1;

/** Returns a separate seed for each kind of document; with the person's seed, all kinds would be pasted over and copied in the same way. */
const seedOf = ({ seed, kind }) => seed + 10_000 * (1 + all.indexOf(kind));

const isDocument = ({ context }) => context !== 'face';

/** Returns the same pictures with the chosen ones changed. */
const changed = async (pictures, chosen, change) =>
  Promise.all(
    pictures.map(async (picture, at) =>
      chosen(picture) ? { ...picture, bytes: await change(picture, at) } : picture,
    ),
  );

async function sizeOf(bytes) {
  const { width, height } = await sharp(bytes).metadata();
  return { width, height };
}

const genuine = (of) => drawCase({ ...of, condition: 'typical' });

const forged = (forgedZone) => async (of) =>
  (await drawCase({ ...of, condition: 'typical', forgedZone })).pictures;

/** Covers the fields of the front that the zone contradicts with reflections. */
async function hidePrint({ bytes, truth }) {
  const { reflectionOver } = await loadMaker();
  const spots = Object.values(truth.capture.fields).map((corners) =>
    reflectionOver(corners, { reach: 0.9, width: 0.7 }),
  );
  const { width, height } = await sizeOf(bytes);
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${spots.join('')}</svg>`;
  return sharp(bytes)
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 90 })
    .toBuffer();
}

const hiddenPrint = async (of) =>
  changed(await forged('person')(of), ({ context }) => context === 'document-front', hidePrint);

/** Another person's document with the attacker's face over the portrait. */
const pasted = (edge) => async (of) => {
  const { drawPortrait, drawSelfie, pastePortrait } = await loadMaker();
  const { pictures } = await genuine(of);
  const seed = of.seed + 5_000;
  const face = await drawPortrait({ seed });
  const paste = async ({ bytes, truth, context }) => {
    if (context === 'face') return drawSelfie({ seed, variant: 1 });
    return (await pastePortrait(bytes, face, { seed: seedOf(of), portrait: truth.capture.portrait, edge }))
      .jpeg;
  };
  return changed(
    pictures,
    ({ context, truth }) => context === 'face' || truth.capture.portrait !== null,
    paste,
  );
};

const recaptured = (chosen, kind) => async (of) => {
  const { recaptureFromPaper, recaptureFromScreen } = await loadMaker();
  const { pictures } = await genuine(of);
  return changed(pictures, chosen, async ({ bytes }, at) => {
    const options = { seed: seedOf(of) + 100 * at, picture: await sizeOf(bytes) };
    const shot =
      kind === 'screen'
        ? await recaptureFromScreen(bytes, options)
        : await recaptureFromPaper(bytes, { ...options, print: kind });
    return shot.jpeg;
  });
};

/** The portrait, cropped from the document's picture and sent as a selfie. */
async function portraitAsSelfie(of) {
  const { pictures } = await genuine(of);
  const { bytes, truth } = pictures.find((picture) => picture.truth?.capture.portrait);
  const [xs, ys] = [0, 1].map((axis) => truth.capture.portrait.map((corner) => corner[axis]));
  const [left, top] = [Math.ceil(Math.min(...xs)), Math.ceil(Math.min(...ys))];
  const cut = await sharp(bytes)
    .extract({
      left,
      top,
      width: Math.floor(Math.max(...xs)) - left,
      height: Math.floor(Math.max(...ys)) - top,
    })
    .resize(960)
    .jpeg({ quality: 90 })
    .toBuffer();
  return changed(
    pictures,
    (picture) => !isDocument(picture),
    () => cut,
  );
}

async function documentAsSelfie(of) {
  const { pictures } = await genuine(of);
  return changed(
    pictures,
    (picture) => !isDocument(picture),
    () => pictures[0].bytes,
  );
}

async function foreignBack(of) {
  const [own, other] = await Promise.all([genuine(of), genuine({ ...of, seed: of.seed + 3_000 })]);
  const back = other.pictures.find(({ context }) => context === 'document-back');
  return changed(
    own.pictures,
    ({ context }) => context === 'document-back',
    () => back.bytes,
  );
}

/** Seed of the attacker's face; the document belongs to the person of another seed. */
const ownFace = ({ seed }) => seed + 5_000;

const portraitOf = ({ context, truth }) => context === 'document-front' && truth.capture.portrait !== null;

/** Another person's document with the portrait covered, beside the front of the attacker's own document. */
async function coveredBesideOwn(of) {
  const [other, own] = await Promise.all([genuine(of), genuine({ ...of, seed: ownFace(of) })]);
  const cover = async ({ bytes, truth }) => {
    const { width, height } = await sizeOf(bytes);
    const points = truth.capture.portrait.map((corner) => corner.join(',')).join(' ');
    const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}"><polygon points="${points}" fill="#20242b"/></svg>`;
    return sharp(bytes)
      .composite([{ input: Buffer.from(svg) }])
      .jpeg({ quality: 90 })
      .toBuffer();
  };
  const covered = await changed(other.pictures.filter(isDocument), portraitOf, cover);
  return [...covered, own.pictures.find(portraitOf), own.pictures.find((picture) => !isDocument(picture))];
}

/** A photograph of the attacker on a table, instead of the front of another person's document. */
async function photographAsFront(of) {
  const { drawPortrait } = await loadMaker();
  const [other, own] = await Promise.all([genuine(of), genuine({ ...of, seed: ownFace(of) })]);
  const photograph = await drawPortrait({ seed: ownFace(of) });
  const lie = () =>
    sharp({ create: { width: 1600, height: 1200, channels: 3, background: '#8a7460' } })
      .composite([{ input: photograph, left: 400, top: 300 }])
      .jpeg({ quality: 90 })
      .toBuffer();
  return [
    ...(await changed(other.pictures.filter(isDocument), portraitOf, lie)),
    own.pictures.find((picture) => !isDocument(picture)),
  ];
}

async function expired(of) {
  const person = { issueDate: '2013-05-17', expiryDate: '2023-05-17' };
  return (await drawCase({ ...of, condition: 'typical', person })).pictures;
}

const attempts = {
  'zone-person': { figure: 'zone of another person below the print', kinds: zoned, draw: forged('person') },
  'zone-birth-year': { figure: 'zone with another year of birth', kinds: zoned, draw: forged('birth-year') },
  'zone-number': { figure: 'zone with a number of another form', kinds: zoned, draw: forged('number') },
  'zone-number-same-form': {
    figure: 'zone with a number of the same form',
    kinds: zoned,
    draw: forged('number-same-form'),
  },
  'print-hidden': {
    figure: 'zone of another person, print below reflections',
    kinds: zoned,
    draw: hiddenPrint,
  },
  'pasted-hard': { figure: 'own portrait pasted, hard edges', kinds: all, draw: pasted('hard') },
  'pasted-feathered': { figure: 'own portrait pasted, soft edges', kinds: all, draw: pasted('feathered') },
  screen: {
    figure: 'document photographed from a screen',
    kinds: all,
    draw: recaptured(isDocument, 'screen'),
  },
  'colour-print': {
    figure: 'document photographed from a colour print',
    kinds: all,
    draw: recaptured(isDocument, 'colour'),
  },
  'grey-print': {
    figure: 'document photographed from a grey print',
    kinds: all,
    draw: recaptured(isDocument, 'grey'),
  },
  'selfie-screen': {
    figure: 'selfie photographed from a screen',
    kinds: ['td3'],
    draw: recaptured((picture) => !isDocument(picture), 'screen'),
  },
  'selfie-print': {
    figure: 'selfie photographed from a colour print',
    kinds: ['td3'],
    draw: recaptured((picture) => !isDocument(picture), 'colour'),
  },
  'selfie-portrait': {
    figure: 'portrait of the document as selfie',
    kinds: ['td3', 'td1'],
    draw: portraitAsSelfie,
  },
  'selfie-document': {
    figure: 'picture of the document as selfie',
    kinds: ['td3', 'td1'],
    draw: documentAsSelfie,
  },
  'foreign-back': { figure: 'back of somebody else’s document', kinds: repeating, draw: foreignBack },
  'covered-beside-own': {
    figure: 'portrait of somebody else’s document covered, own document beside it',
    // Other kinds are read from the document with the portrait, which is the attacker's own.
    kinds: zoned,
    draw: coveredBesideOwn,
  },
  'photograph-as-front': {
    figure: 'photograph of oneself as front of somebody else’s document',
    kinds: backed,
    draw: photographAsFront,
  },
  expired: { figure: 'document that ran out', kinds: expiring, draw: expired },
};

/** Counts the approved attempts; the note groups the others by decision and names the cases to inspect. */
function rowOf(figure, outcomes) {
  const passed = outcomes.filter(({ outcome }) => outcome === 'approved');
  const others = new Map();
  for (const { outcome } of outcomes)
    if (outcome !== 'approved') others.set(outcome, (others.get(outcome) ?? 0) + 1);
  return {
    figure: `${figure}: approved`,
    value: (100 * passed.length) / outcomes.length,
    unit: '%',
    count: { right: passed.length, of: outcomes.length },
    limits: rateLimits(passed.length, outcomes.length),
    goal: { most: goal },
    note: [
      ...[...others].map(([outcome, times]) => `${times} ${outcome}`),
      ...(passed.length > 0
        ? [`approved: ${passed.map(({ kind, seed }) => `${kind} ${seed}`).join(', ')}`]
        : []),
    ].join('; '),
  };
}

/**
 * `--only NAME,…` selects attempts, `--count N` sets the number of people per document.
 * @returns {Promise<import('../report.mjs').Row[]>}
 */
export async function fraud({ database, startInstallation, quick, count, only }) {
  const people = Number(count ?? (quick ? 1 : 4));
  const names = only === undefined ? Object.keys(attempts) : only.split(',');
  const unknown = names.filter((name) => !(name in attempts));
  if (unknown.length > 0)
    throw new Error(
      `--only: must name attempts of ${Object.keys(attempts).join(', ')}; got ${unknown.join(', ')}`,
    );
  const { service, access } = await startInstallation();
  const work = { port: service.port, access, database };
  const rows = [];
  for (const name of names) {
    const { figure, kinds, draw } = attempts[name];
    const outcomes = [];
    for (const kind of kinds)
      for (let seed = firstSeed; seed < firstSeed + people; seed += 1)
        outcomes.push({ kind, seed, outcome: await decideOne(work, await draw({ seed, kind })) });
    rows.push(rowOf(figure, outcomes));
  }
  await service.stop();
  return rows;
}
