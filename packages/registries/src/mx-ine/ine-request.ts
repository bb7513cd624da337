import type { MxField, MxQuestion } from '@countersign/core';
import { base64Of } from '../calls/body-with-picture.ts';
import type { IneOptions } from '../registry-settings.ts';
import { withValueAt } from './dotted-path.ts';
import { mexicanName } from './mexican-name.ts';
import { requestId } from './request-id.ts';

/** INE's names of the compared fields. */
export const comparedMembers = {
  firstName: 'nombre',
  fatherLastName: 'apellidoPaterno',
  motherLastName: 'apellidoMaterno',
  curp: 'curp',
  registrationYear: 'anioRegistro',
  issueYear: 'anioEmision',
} as const satisfies Record<MxField, string>;

const names: ReadonlySet<string> = new Set<MxField>(['firstName', 'fatherLastName', 'motherLastName']);
const imageFormats = { jpeg: 'JPG', png: 'PNG' } as const;

/**
 * The body of a verification. It contains only claims of the question, and no location but the operator's own.
 * @see spec/registries.md 8.3
 */
export function ineRequest(
  question: MxQuestion,
  correlationId: string,
  { face, location }: Pick<IneOptions, 'face' | 'location'>,
): Record<string, unknown> {
  const { selfie } = question;
  const body = {
    encabezado: { solicitudId: requestId(correlationId), folioCliente: correlationId },
    datos: dataBlock(question),
    consentimiento: 1,
    ...(location && { ubicacion: location }),
  };
  const withFormat = withValueAt(body, face.formatPath, imageFormats[selfie.format]);
  return withValueAt(withFormat, face.imagePath, base64Of(selfie));
}

function dataBlock({ cic, claims, ocr, voterKey, emissionNumber }: MxQuestion): Record<string, string> {
  const compared = Object.entries(comparedMembers).map(([field, member]) => {
    const claim = claims[field as MxField];
    return [member, claim && names.has(field) ? mexicanName(claim) : claim];
  });
  const cardNumbers = { ocr, claveElector: voterKey, numeroEmisionCredencial: emissionNumber };
  const given = [...compared, ...Object.entries(cardNumbers)].filter(([, value]) => Boolean(value));
  return { cic, ...(Object.fromEntries(given) as Record<string, string>) };
}
