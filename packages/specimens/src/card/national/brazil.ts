import { sealedPayload } from '../../barcode/sealed-payload.ts';
import { printedCpf } from '../../numbers/cpf.ts';
import type { BrazilianPapers } from '../../people/papers.ts';
import { capitals, slashDate, type CardDesign, type Holder } from './card-design.ts';

type Brazilian = Holder<BrazilianPapers>;

const issuer = 'UTOPIA';
const title = 'CARTEIRA NACIONAL DE HABILITAÇÃO';

/** Front with the fields of a Brazilian driving licence, in Utopia's own layout. */
export function drivingLicenceFront({ person, papers }: Brazilian): CardDesign {
  return {
    side: 'front',
    issuer,
    title,
    portrait: [4, 18.4, 21.4, 27.1],
    ghost: null,
    fields: [
      { name: 'fullName', label: 'NOME', lines: [capitals(`${person.firstName} ${person.lastName}`)], x: 4, y: 12, room: 62, size: 2.5 },
      { name: 'licenceCategories', label: 'CAT. HAB.', lines: [papers.categories], x: 70, y: 12, room: 12, size: 2.8 },
      { name: 'identity', label: 'DOC. IDENTIDADE / ÓRG. EMISSOR / UF', lines: [papers.identity], x: 29, y: 19.2, room: 50 },
      { name: 'personalNumber', label: 'CPF', lines: [printedCpf(papers.cpf)], value: papers.cpf, x: 29, y: 25.6, room: 26 },
      { name: 'birthDate', label: 'DATA NASCIMENTO', lines: [slashDate(person.birthDate)], value: person.birthDate, x: 60, y: 25.6, room: 22 },
      { name: 'parents', label: 'FILIAÇÃO', lines: [capitals(papers.father), capitals(papers.mother)], x: 29, y: 32, room: 52, size: 2.1 },
      { name: 'licenceNumber', label: 'Nº REGISTRO', lines: [papers.licenceNumber], x: 29, y: 41, room: 22 },
      { name: 'expiryDate', label: 'VALIDADE', lines: [slashDate(person.expiryDate)], value: person.expiryDate, x: 53, y: 41, room: 14 },
      { name: 'firstLicence', label: '1ª HABILITAÇÃO', lines: [slashDate(papers.firstLicence)], value: papers.firstLicence, x: 69.4, y: 41, room: 14 },
      { name: 'issueDate', label: 'DATA EMISSÃO', lines: [slashDate(person.issueDate)], value: person.issueDate, x: 29, y: 47.4, room: 22 },
      { name: 'cardNumber', label: '', lines: [papers.cardNumber], x: 53, y: 50.4, room: 24 },
    ],
    code: null,
    mrz: null,
    mark: { x: 55, y: 32, size: 9.4, turn: -22 },
  }; // prettier-ignore
}

/** Back with the large sealed QR code. */
export function drivingLicenceBack({ papers, seed }: Brazilian): CardDesign {
  return {
    side: 'back',
    issuer,
    title,
    portrait: null,
    ghost: null,
    fields: [
      { name: 'renach', label: 'RENACH', lines: [papers.renach], x: 4, y: 14, room: 24 },
      { name: 'issuePlace', label: 'LOCAL', lines: ['AMAUROTE, UT'], x: 4, y: 21, room: 28 },
    ],
    code: { format: 'QRCode', bytes: sealedPayload(seed), box: [42, 11, 40, 40], errorLevel: 0 },
    mrz: null,
    mark: { x: 20.5, y: 33, size: 5.8, turn: -20 },
  }; // prettier-ignore
}
