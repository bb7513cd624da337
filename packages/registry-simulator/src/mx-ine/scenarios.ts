import type { Scenario } from '../server/simulated-route.ts';
import { mexicanIdentity, type MexicanPerson, oneSurname, sexX, woman } from './mexican-people.ts';

/** Fields that INE compares, in INE's terms. @see spec/registries.md 8.3 */
export const comparedMembers = [
  'nombre',
  'apellidoPaterno',
  'apellidoMaterno',
  'curp',
  'anioRegistro',
  'anioEmision',
] as const;
export type ComparedMember = (typeof comparedMembers)[number];

/** Changes that a row of the tables makes to INE's plain response. */
export interface IneTwist {
  /** `tipoSituacionRegistral`. */
  standing?: string;
  /** `tipoReporteRoboExtravio`; `absent`: the key is left out. */
  report?: string;
  /** `similitud`. */
  similarity?: string | number;
  /** `codigoRespuestaFacial`; there was no comparison. */
  faceCode?: number;
  /** `absent`: no facial block. `compared`: compared by the service's own face comparison. */
  face?: 'absent' | 'compared';
  /** Fields reported as different, whatever was sent. */
  different?: readonly ComparedMember[];
  /** `equal`: every other field sent is equal. `null`: there was no comparison. */
  comparisons?: 'equal' | 'null';
  /** `codigoRespuesta`. */
  responseCode?: number;
  /** Returns the `folioCliente` of another request. */
  foreignFolio?: true;
  /** `digestValue` does not match the response. */
  wrongDigest?: true;
  /** HTTP status in place of a response with data. */
  status?: number;
  /** Milliseconds. */
  delayMs?: number;
}

const theft = 'REPORTE_DE_ROBO';
const p = mexicanIdentity;

type Row = readonly [id: string, cic: string, person: MexicanPerson | null, twist: IneTwist, outcome: string];

/** @see spec/registries.md 15.3 */
// prettier-ignore
const rows: readonly Row[] = [
  ['mx.pass', '999900001', p, {}, 'approved'],
  ['mx.not_found', '999900002', null, {}, 'declined 902'],
  ['mx.face_mismatch', '999900003', p, { similarity: '41.0%' }, 'declined 581'],
  ['mx.stolen', '999900004', p, { report: theft }, 'declined 904'],
  ['mx.first_name', '999900005', p, { different: ['nombre'] }, 'declined 903'],
  ['mx.father_last_name', '999900006', p, { different: ['apellidoPaterno'] }, 'declined 903'],
  ['mx.mother_last_name', '999900007', p, { different: ['apellidoMaterno'] }, 'declined 903'],
  ['mx.personal_number', '999900008', p, { different: ['curp'] }, 'declined 903'],
  ['mx.registration_year', '999900009', p, { different: ['anioRegistro'] }, 'declined 903'],
  ['mx.issue_year', '999900010', p, { different: ['anioEmision'] }, 'declined 903'],
  ['mx.down', '999900011', p, { status: 503 }, 'declined 901'],
  ['mx.lost', '999900012', p, { report: 'REPORTE_DE_EXTRAVIO' }, 'declined 904'],
  ['mx.stolen_temp', '999900013', p, { report: 'REPORTE_DE_ROBO_TEMPORAL' }, 'declined 904'],
  ['mx.lost_temp', '999900014', p, { report: 'REPORTE_DE_EXTRAVIO_TEMPORAL' }, 'declined 904'],
  ['mx.not_current', '999900015', p, { standing: 'NO_VIGENTE' }, 'declined 902'],
  ['mx.not_current_stolen', '999900016', p, { standing: 'NO_VIGENTE', report: theft }, 'declined 904'],
  ['mx.no_face', '999900017', p, { face: 'absent' }, 'declined 581'],
  ['mx.face_below', '999900018', p, { similarity: '79.9%' }, 'declined 581'],
  ['mx.face_at', '999900019', p, { similarity: '80.0%' }, 'approved'],
  ['mx.fields_null', '999900020', p, { comparisons: 'null' }, 'approved'],
  ['mx.report_absent', '999900021', p, { report: 'absent' }, 'declined 904'],
  ['mx.selfie', '999900022', p, { faceCode: 2 }, 'resubmission_requested 202'],
  ['mx.one_surname', '999900023', oneSurname, {}, 'approved'],
  ['mx.unknown_state', '999900024', p, { standing: 'OTRA' }, 'declined 901'],
  ['mx.bad_signature', '999900025', p, { wrongDigest: true }, 'approved; declined 901 where signatures are verified'],
  ['mx.busy', '999900026', p, { responseCode: 1 }, 'declined 901'],
  ['mx.integer_score', '999900027', p, { similarity: 97 }, 'approved'],
  ['mx.slow', '999900028', p, { delayMs: 7000 }, 'approved'],
  ['mx.other_person', '999900029', p, { foreignFolio: true }, 'declined 901'],
  ['mx.face_compare', '999900030', p, { face: 'compared' }, 'by the score; without a comparer declined 581'],
  ['mx.not_current_stolen_face', '999900031', p, { standing: 'NO_VIGENTE', report: theft, similarity: '41.0%' }, 'declined 581'],
  ['mx.woman', '999900032', woman, {}, 'approved'],
  ['mx.sex_x', '999900033', sexX, {}, 'approved'],
];

/** @see spec/registries.md 15.3 */
export const ineScenarios: readonly Scenario[] = rows.map(([id, number, person, twist, outcome]) => ({
  id,
  number,
  person: person && { ...person },
  twist: { ...twist },
  outcome,
}));

type Pattern = readonly [ending: string, id: string, twist: IneTwist, outcome: string];

/** The last three digits decide; all other endings are unassigned, including `002`. @see spec/registries.md 16.2 */
const patterns: readonly Pattern[] = [
  ['001', 'matches', {}, 'approved'],
  ['003', 'face_mismatch', { similarity: '41.0%' }, 'declined 581'],
  ['004', 'stolen', { report: theft }, 'declined 904'],
  ['005', 'first_name', { different: ['nombre'] }, 'declined 903'],
  ['006', 'father_last_name', { different: ['apellidoPaterno'] }, 'declined 903'],
  ['007', 'mother_last_name', { different: ['apellidoMaterno'] }, 'declined 903'],
  ['008', 'personal_number', { different: ['curp'] }, 'declined 903'],
  ['009', 'registration_year', { different: ['anioRegistro'] }, 'declined 903'],
  ['010', 'issue_year', { different: ['anioEmision'] }, 'declined 903'],
  ['011', 'down', { status: 503 }, 'declined 901'],
  ['015', 'not_current', { standing: 'NO_VIGENTE' }, 'declined 902'],
];

/** The meaning of a CIC in the sandbox: all fields sent are equal, whatever their value, except the one that the ending names. */
export function inePattern(cic: string): Scenario | null {
  if (!/^\d{9}$/.test(cic)) return null;
  const found = patterns.find(([ending]) => cic.endsWith(ending));
  if (found === undefined) return null;
  const [, id, twist, outcome] = found;
  const everyFieldEqual: IneTwist = { comparisons: 'equal', ...twist };
  return { id: `mx.sandbox.${id}`, number: null, person: {}, twist: { ...everyFieldEqual }, outcome };
}
