import { mrzLines } from '../../mrz/mrz-lines.ts';
import type { MexicanPapers } from '../../people/papers.ts';
import { capitals, slashDate, zoneBaseLines, type CardDesign, type Holder } from './card-design.ts';

type Mexican = Holder<MexicanPapers>;

/** Letters for hombre and mujer: on these cards `M` means female. @see spec/registries.md 5.5 */
const sexLetters = { M: 'H', F: 'M', X: 'X' } as const;

/** Front with the fields of a Mexican voter card, in Utopia's own layout. */
export function voterCardFront({ person, papers }: Mexican): CardDesign {
  const [first, second] = papers.surnames.map(capitals) as [string, string];
  const issued = person.issueDate.slice(0, 4);
  return {
    side: 'front',
    issuer: 'UTOPÍA',
    title: 'CREDENCIAL PARA VOTAR',
    portrait: [58.6, 11.2, 23, 29.1],
    ghost: [71.6, 41.6, 8.6, 10.9],
    fields: [
      { name: 'lastName', label: 'NOMBRE', lines: [first, second].filter(Boolean), x: 4, y: 12.2, room: 33 },
      { name: 'firstName', label: '', lines: [capitals(person.firstName)], x: 4, y: 20.8, room: 33 },
      { name: 'address', label: 'DOMICILIO', lines: papers.address, x: 4, y: 25, room: 33, size: 2.1 },
      { name: 'birthDate', label: 'FECHA DE NACIMIENTO', lines: [slashDate(person.birthDate)], value: person.birthDate, x: 38, y: 12.2, room: 18 },
      { name: 'sex', label: 'SEXO', lines: [sexLetters[person.sex]], value: person.sex, x: 38, y: 18.6, room: 8 },
      { name: 'section', label: 'SECCIÓN', lines: [papers.section], x: 38, y: 25, room: 14 },
      { name: 'validity', label: 'VIGENCIA', lines: [`${issued} - ${person.expiryDate.slice(0, 4)}`], x: 38, y: 31.4, room: 18 },
      { name: 'voterKey', label: 'CLAVE DE ELECTOR', lines: [papers.voterKey], x: 4, y: 37.6, room: 33.4 },
      { name: 'registrationYear', label: 'AÑO DE REGISTRO', lines: [`${papers.registrationYear} ${papers.emission}`], x: 38, y: 37.6, room: 18 },
      { name: 'curp', label: 'CURP', lines: [papers.curp], x: 4, y: 44.2, room: 33.4 },
    ],
    code: null,
    mrz: null,
    mark: { x: 30, y: 29.5, size: 10.2, turn: -24 },
  }; // prettier-ignore
}

/** Back with a zone that begins `IDMEX` and a QR code. @see spec/registries.md 13.2 */
export function voterCardBack({ person, papers }: Mexican): CardDesign {
  const lines = mrzLines({
    format: 'TD1',
    documentCode: 'ID',
    issuingState: 'MEX',
    lastName: person.lastName,
    firstName: person.firstName,
    number: papers.cic,
    nationality: 'MEX',
    birthDate: person.birthDate,
    sex: person.sex === 'X' ? '<' : sexLetters[person.sex],
    expiryDate: person.expiryDate,
    optional1: `<<${papers.ocr}`,
    optional2: `<${papers.emission}<<${papers.folio}<`,
  });
  return {
    side: 'back',
    issuer: 'UTOPÍA',
    title: 'CREDENCIAL PARA VOTAR',
    portrait: null,
    ghost: null,
    fields: [
      { name: 'cic', label: 'CIC', lines: [papers.cic], x: 4, y: 13, room: 26 },
      { name: 'ocr', label: 'OCR', lines: [papers.ocr], x: 4, y: 20, room: 30 },
      { name: 'emission', label: 'EMISIÓN', lines: [papers.emission], x: 38, y: 13, room: 14 },
    ],
    code: { format: 'QRCode', bytes: Buffer.from(`https://voto.utopia.example/c/${papers.cic}/${papers.ocr}`), box: [61.4, 11.3, 19, 19] },
    mrz: { format: 'TD1', lines, left: 4.7, baseLines: zoneBaseLines },
    mark: { x: 31, y: 21.5, size: 9.4, turn: -9 },
  }; // prettier-ignore
}
