import fs from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { formatted } from '../../../../tools/formatted.mjs';
import { settingNames, settingsGuide } from '../../src/settings/settings-guide.ts';
import { settingTexts } from '../../src/settings/setting-texts.ts';

const page = path.resolve(import.meta.dirname, '../../../../docs/guides/settings.md');

describe('docs/guides/settings.md', () => {
  it('is what the tables of the service give; otherwise run "npm run settings-docs"', async () => {
    expect(fs.readFileSync(page, 'utf8')).toBe(await formatted(page, settingsGuide()));
  });

  it('explains every setting of the schema, and no other', () => {
    expect(Object.keys(settingTexts).toSorted()).toEqual(settingNames().toSorted());
  });

  it('names range and default of a setting as the service has them', () => {
    const lines = settingsGuide().split('\n');
    expect(lines.find((line) => line.startsWith('| `evidenceReview`'))).toBe(
      '| `evidenceReview` | a number from 0 to 1 or null | `0.7` | Strength from which a sign of a copied or altered picture makes the check doubtful; `null`: signs are only reported |',
    );
    expect(lines.find((line) => line.startsWith('| `manualReview`'))).toBe(
      '| `manualReview` | true or false | `false`; test `true` | A reviewer decides doubtful cases (code 9121). Off: a doubtful check counts as failed |',
    );
  });
});
