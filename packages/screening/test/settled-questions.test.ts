import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { kindOfSchema } from '../src/names/kind-of-schema.ts';
import { prepareName } from '../src/names/prepare-name.ts';
import { scoreNames } from '../src/score/score-names.ts';
import type { Schema } from '../src/model/screening-types.ts';

const guide = readFileSync(path.resolve(import.meta.dirname, '../../../docs/guides/screening.md'), 'utf8');
/** Rows of tables as their cells, without the blanks that align them. */
const rows = new Set(
  guide
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .map((cell) => cell.trim())
        .join('|'),
    ),
);

describe('questions that the guide settles, with the scores it prints', () => {
  it.each<[schema: Schema, subject: string, listed: string, score: string]>([
    ['Vessel', 'Velmora Star 1', 'Velmora Star 2', '45'],
    ['Vessel', 'Velmora Star A', 'Velmora Star B', '54'],
    ['Vessel', 'Velmora Star II', 'Velmora Star 2', '100'],
    ['Vessel', 'Velmora Star', 'Velmora Star 2', '86'],
    ['Airplane', 'EP-VLA', 'EP-VLB', '37'],
    ['Company', 'Velmora Trading Sweden', 'Velmora Trading', '85'],
    ['Company', 'Velmora Sweden', 'Velmora', '82'],
    ['Company', 'Velmora Trading Sweden', 'Velmora Trading Finland', '39'],
    ['Company', 'Velmora Trading', 'Velmora Trading GmbH', '99'],
    ['Company', 'Velmora Trading LLC', 'Velmora Trading JSC', '96'],
    ['Company', 'Velmora Business Solutions Inc.', 'Velmora Business Enterprises L.P.', '54'],
    ['Person', 'Marek Vos', 'Marek Vas', '28'],
    ['Person', 'Marek Dolvan Vos', 'Marek Dolvan Vas', '58'],
    ['Person', 'Tarvin Oskeld Brenmark Veyra', 'Tarvin Oskeld Strubin Veyra', '65'],
    ['Person', 'Halim bin Taruq al-Velmari', 'Taruq bin Halim al-Velmari', '79'],
    ['Person', 'Usman bin Dalir', 'Osman ibn Dalir', '97'],
    ['Person', 'Nurhaq Abdul Khelmand', 'Nurhaq Sarwel Khelmand', '53'],
    ['Person', 'Kang Minh O', 'Kang Min Ho', '98'],
    ['Person', 'Kang Mni Ho', 'Kang Min Ho', '97'],
    ['Person', 'Marko Dolvan Veyra Strubin', 'Marko Dolvan', '80'],
    ['Person', 'Mohammed Ali Dolvan Strubin', 'Mohammed Ali', '40'],
    ['Person', 'Jose Carlos Velmora Dolvan', 'Jose Antonio Velmora Dolvan', '68'],
    ['Person', 'Tony Fernandez', 'Hernandez, Antonio', '79'],
    ['Person', 'Abdul Velmora', 'Abdul Wahed Velmora', '90'],
    ['Person', 'MarekDolvna', 'Marek Dolvan', '95'],
    ['Person', 'Pak Hong', 'Bak Hong Soon', '79'],
    ['Person', 'Chang Hsien-chih', 'Zhang Xianzhi', '92'],
    ['Person', 'Park Jung-hyun', 'Bak Jeonghyeon', '94'],
    ['Person', 'Velmora Dolvan née Strubin', 'Velmora Strubin', '96'],
    ['Person', 'Velmora Dolvan née Strubin', 'Velmora Dolvan née Brenmark', '57'],
    ['Person', 'Tutiya Zyunko', 'Tsuchiya Junko', '91'],
    ['Person', 'Viktar Dalvanau', 'Viktor Dolvanov', '94'],
    ['Person', 'Ziaul Haque Khelmand', 'Zia ul-Haq Khelmand', '99'],
    ['Person', 'Віктор Струбинський', 'Виктор Струбинский', '97'],
    ['Person', 'علي العباسي', 'Ali Abbas', '21'],
    ['Person', 'JP Dolvan', 'Jean-Pierre Dolvan', '93'],
    ['Person', 'T4rvin Br3nmark', 'Tarvin Brenmark', '100'],
    ['Organization', 'U.S. Velmora Agency', 'United States Velmora Agency', '100'],
    ['Company', 'Societate cu răspundere limitată Velmora', 'Velmora SRL', '100'],
  ])('%s: %s against %s is %s', (...row) => {
    const [schema, subject, listed, expected] = row;
    const kind = kindOfSchema(schema);
    const { nameScore } = scoreNames(prepareName(subject, kind), prepareName(listed, kind));
    expect(String(Math.round(nameScore / 100))).toBe(expected);
    expect(rows).toContain(`|${subject}|${listed}|${expected}|`);
  });
});
