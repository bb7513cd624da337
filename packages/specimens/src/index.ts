export { aamvaPayload } from './barcode/aamva-payload.ts';
export { colombianPayload } from './barcode/colombian-payload.ts';
export { drawBarcode, type BarcodeOptions } from './barcode/draw-barcode.ts';
export { sealedPayload } from './barcode/sealed-payload.ts';
export { captureConditions, type CaptureCondition } from './capture/capture-settings.ts';
export { recaptureFromPaper, recaptureFromScreen, type Recaptured } from './capture/recapture.ts';
export { simulateCapture } from './capture/simulate-capture.ts';
export { pastePortrait, reflectionOver } from './capture/tamper.ts';
export { drawCard, type CardTruth } from './card/draw-card.ts';
export { cardFamily, familyCount } from './card/family/card-family.ts';
export type { CardKind } from './card/card-kinds.ts';
export {
  approvedPerson,
  blurredDocument,
  doubtfulFace,
  forgedZone,
  lookAlike,
  namedCases,
} from './cases/named-cases.ts';
export { zoneForgeries, type ZoneForgery } from './cases/forge-zone.ts';
export { specimenCase, type DocumentKind, type SpecimenCase } from './cases/specimen-case.ts';
export { drawPortrait, drawSelfie } from './face/draw-portrait.ts';
export { facePairs, facePairsModel } from './face/face-pairs.ts';
export { challengeFilm, type FilmAttack } from './film/challenge-film.ts';
export type { FilmStep } from './film/film-plan.ts';
export { drawPlace, type PackPlace, packPlaces } from './pack/specimen-pack.ts';
export { inventPerson } from './people/invent-person.ts';
export type { Person } from './people/person.ts';
export type { BrazilianPapers, ColombianPapers, MexicanPapers } from './people/papers.ts';
