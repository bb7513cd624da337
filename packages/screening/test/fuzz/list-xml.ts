// XML lists: a DOCTYPE refuses the file, damage refuses it, and what is loaded is sound. S13
import assert from 'node:assert/strict';
import { loadHostile, seedOf } from '../lists/load-hostile.ts';

const formats = ['un-xml', 'ofac-xml', 'ofac-advanced', 'eu-xml', 'uk-xml'] as const;

export const seeds = [
  seedOf(0, 'un.xml'),
  seedOf(1, 'sdn.xml'),
  seedOf(2, 'sdn_advanced.xml'),
  seedOf(3, 'eu.xml'),
  seedOf(4, 'uk.xml'),
  '4<!DOCTYPE Designations [<!ENTITY a "b">]><Designations><Designation><UniqueID>&a;</UniqueID></Designation></Designations>',
  '4<Designations><Designation><UniqueID>1</UniqueID><Name><Name6><![CDATA[A&B]]>&#x43;&amp;</Name6></Name></Designation></Designations>',
  '1<?xml version="1.0" encoding="iso-8859-1"?><sdnList><sdnEntry><uid>1</uid><lastName>\xe9</lastName></sdnEntry></sdnList>',
];
export const words = [
  '<!DOCTYPE',
  '<!ENTITY',
  '<![CDATA[',
  ']]>',
  '<!--',
  '-->',
  '<?xml',
  'encoding=',
  'utf-16',
  '&lt;',
  '&#0;',
];
export const mostBytes = 8192;
/** Every row or element costs an object or two, and a refused one a report. */
export const budget = { baseMs: 200, perByteUs: 100 };

export async function fuzz(input: Buffer): Promise<void> {
  const entities = await loadHostile(input, formats);
  const text = input.toString('latin1', 1);
  const isMarkup = !/<!\[CDATA|<!--|<\?(?!xml )/.test(text);
  if (entities !== null && isMarkup) assert.doesNotMatch(text, /<!(?:DOCTYPE|ENTITY)/);
}
