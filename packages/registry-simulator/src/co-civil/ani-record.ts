/** The simulated archive's record of a person. @see spec/registries.md 8.6, 15.1 */
import type { CoPerson } from './people.ts';

/** Descriptions of the states, from the archive's own table. */
const descriptions: Readonly<Record<number, string>> = {
  0: 'VIGENTE',
  1: 'VIGENTE',
  12: 'BAJA POR PERDIDA O SUSPENSION DE LOS DERECHOS POLITICOS',
  14: 'BAJA POR INTERDICCION JUDICIAL',
  21: 'CANCELADA POR MUERTE',
  22: 'CANCELADA POR DOBLE CEDULACION',
  23: 'CANCELADA POR SUPLANTACION O FALSA IDENTIDAD',
  24: 'CANCELADA POR MINORIA DE EDAD',
  25: 'CANCELADA POR EXTRANJERIA',
  26: 'CANCELADA POR MALA ELABORACION',
  27: 'CANCELADA POR REASIGNACION DE CUPO NUMERICO',
  28: 'CANCELADA POR EXTRANJERIA SIN CARTA DE NATURALEZA',
  51: 'CANCELADA POR MUERTE',
  52: 'INTENTO DE DOBLE CEDULACION NO EXPEDIDA',
  53: 'FALSA IDENTIDAD O SUPLANTACION NO EXPEDIDA',
  54: 'MINORIA DE EDAD NO EXPEDIDA',
  55: 'EXTRANJERIA NO EXPEDIDA',
  56: 'MALA ELABORACION NO EXPEDIDA',
  88: 'PENDIENTE POR ESTAR EN REPROCESO',
  99: 'PENDIENTE POR ESTAR EN PROCESO DE EXPEDICION',
};

/** All members of the record; for an unknown number they remain empty. */
const empty = {
  primerApellido: null,
  particula: null,
  segundoApellido: null,
  primerNombre: null,
  segundoNombre: null,
  municipioExpedicion: null,
  departamentoExpedicion: null,
  fechaExpedicion: null,
  estadoCedula: null,
  descripcionEstado: null,
  numResolucion: null,
  anoResolucion: null,
  genero: null,
  fechaNacimiento: null,
  fechaDefuncion: null,
  fechaReferencia: null,
  fechaAfectacion: null,
};

/** `2015-06-20` as `20/06/2015`. */
const written = (date: string | null): string | null => date && date.split('-').reverse().join('/');

/** The record for a number, `null` for an unknown one; keys in the archive's order, codes as text. */
export function aniRecord(nuip: string, person: CoPerson | null): Readonly<Record<string, string | null>> {
  if (person === null) return { nuip, codError: '1', ...empty };
  return {
    nuip,
    codError: '0',
    ...empty,
    primerApellido: person.firstSurname,
    particula: person.particle || ' ',
    segundoApellido: person.secondSurname,
    primerNombre: person.firstGiven,
    segundoNombre: person.secondGiven,
    municipioExpedicion: 'MEDELLIN',
    departamentoExpedicion: 'ANTIOQUIA',
    fechaExpedicion: written(person.issuedOn),
    estadoCedula: String(person.state),
    descripcionEstado: descriptions[person.state] ?? null,
    fechaDefuncion: written(person.deathDate),
  };
}
