// Lines of a machine-readable zone: fields have no fillers, dates are days that exist, check digits say what the sum says.
import assert from 'node:assert/strict';
import { formatOfLines, parseFields } from '../../src/mrz/fields.ts';
import { textOf } from '../../src/mrz/formats.ts';
import { checkRule, verifyChecks } from '../../src/mrz/validity.ts';
import type { MrzCheck } from '@countersign/findings';

const today = '2026-11-20';

export const seeds = [
  'P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL898902C36UTO7408122F1204159ZE184226B<<<<<10',
  'I<UTOD231458907<<<<<<<<<<<<<<<\n7408122F1204159UTO<<<<<<<<<<<6\nERIKSSON<<ANNA<MARIA<<<<<<<<<<',
  'I<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nD231458907UTO7408122F1204159<<<<<<<6',
  'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<\nL8988901C4XXX4009078F96121096ZE184226B<<<<<<',
  'V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<\nL8988901C4XXX4009078F9612109<<<<<<<<',
  'IDFRABERTHIER<<<<<<<<<<<<<<<<<<<<<<<\n8806923102858CORINNE<<<<<<<6512068F6',
  'I<MEXD231458907<<<<<<<<<<<<<<<\n7408122H1204159MEX<<<<<<<<<<<6\nPEREZ<LOPEZ<<JUAN<<<<<<<<<<<<<',
];
export const words = ['<<', '<', 'IDFRA', 'P<', 'V<', 'IC', 'COL', 'MEX', '000000', '290230'];
export const mostBytes = 400;

export function fuzz(input: Buffer): void {
  const lines = input.toString('latin1').split('\n');
  const zone = formatOfLines(lines);
  if (zone === null) return;
  const fields = parseFields(zone, lines, today);
  for (const text of [fields.lastName, fields.firstName, fields.number, fields.nationality])
    if (text !== null) assert.match(text, /^[0-9A-Z][0-9A-Z ]*$/, 'fillers were left');
  for (const date of [fields.birthDate, fields.expiryDate]) if (date !== null) requireDay(date);
  if (fields.birthDate !== null) assert.ok(fields.birthDate <= today, 'born tomorrow');
  assert.ok(fields.sex === null || fields.sex === 'M' || fields.sex === 'F');
  for (const [name, agrees] of Object.entries(verifyChecks(zone, lines))) {
    const rule = checkRule(zone, lines, name as MrzCheck);
    assert.equal(agrees === null, !rule, `${name}: a digit where there is none`);
    if (!rule) continue;
    const printed = (lines[rule.at.line] ?? '').charAt(rule.at.column);
    const covered = rule.over.map((place) => textOf(lines, place)).join('');
    if (printed === '<') assert.equal(agrees, /^<*$/.test(covered), `${name}: a filler`);
    else assert.equal(agrees, printed === String(sumOf(covered)), `${name}: another sum`);
  }
}

function requireDay(value: string): void {
  assert.equal(new Date(`${value}T00:00:00Z`).toISOString().slice(0, 10), value, 'no such day');
}

/** ICAO 9303: weights 7, 3, 1 over digits, letters from 10 and fillers as 0, modulo 10. */
function sumOf(text: string): number {
  const values = text
    .split('')
    .map((character) => (character === '<' ? 0 : '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'.indexOf(character)));
  return values.reduce((sum, value, at) => sum + value * [7, 3, 1][at % 3]!, 0) % 10;
}
