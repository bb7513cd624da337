import type { CombinedRegistryData } from '@countersign/contract';
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { registriesSpec, tableAfter } from '../../test/registry-documents.ts';
import type { VoterCard } from '../session/document/voter-card.ts';
import type { SuppliedDocument, SuppliedPerson } from '../session/session-data.ts';
import { curpStateOf } from './curp-status.ts';
import {
  combinedRegistryData,
  combinedRegistryWebhook,
  curpQuestion,
  curpRegistryBody,
  curpRegistryWebhook,
  ineRegistryBody,
  ineRegistryWebhook,
  type MexicanQueryEvent,
  voterListQuestion,
} from './mexican-queries.ts';
import type { CurpAnswer, CurpQuestion, RegistryResult, VoterListAnswer, VoterListQuestion } from './port.ts';

interface QueryCase<A, Expected> {
  id: string;
  row: string | null;
  title: string;
  result: RegistryResult<A>;
  expected: Expected;
}

interface VoterListCase extends QueryCase<
  VoterListAnswer,
  { body: unknown; webhook: unknown; ine: CombinedRegistryData['ine'] | null }
> {
  question: VoterListQuestion;
}

interface CurpCase extends QueryCase<
  CurpAnswer,
  { body: unknown; webhook: unknown; curp: CombinedRegistryData['curp'] | null }
> {
  kind: 'active' | 'inactive' | null;
}

interface CombinedCase {
  id: string;
  title: string;
  question: VoterListQuestion;
  voterList: RegistryResult<VoterListAnswer>;
  curp: RegistryResult<CurpAnswer>;
  expected: { data: CombinedRegistryData | null; status: string; code: number };
}

interface QuestionCase {
  id: string;
  title: string;
  voterCard: VoterCard | null;
  document: SuppliedDocument;
  person: SuppliedPerson;
  expected: { voterList: VoterListQuestion | null; curp: CurpQuestion | null };
}

const cases = JSON.parse(
  readFileSync(new URL('../../../../spec/cases/mexican-queries.json', import.meta.url), 'utf8'),
) as { voterList: VoterListCase[]; curp: CurpCase[]; combined: CombinedCase[]; questions: QuestionCase[] };

const event: MexicanQueryEvent = {
  sessionId: '24aeabaf-8cf9-47bd-a806-5907f11282b5',
  attemptId: '6dacb434-d4e3-4c78-b639-04b112aa493d',
  vendorData: 'mx-118',
  endUserId: null,
  time: '2026-11-20T17:05:00.287Z',
};

/** The answer of the other registry, in cases about only one. */
const knownCard: RegistryResult<VoterListAnswer> = {
  kind: 'answered',
  at: '2026-11-20T14:05:09.120Z',
  answer: { code: 3 },
};
const unknownCode: RegistryResult<CurpAnswer> = { kind: 'not_found', at: '2026-11-20T14:05:09.120Z' };

/** Names in the first column are listed together: `AN, AH`; the texts beside them in the same order: `one; another`. */
const listOf = (cell: string, separator: RegExp): string[] => cell.split(separator);

describe('the voter list’s answer about a card', () => {
  for (const { id, title, question, result, expected } of cases.voterList) {
    it(`${id}: ${title}`, () => {
      expect(ineRegistryBody(result)).toEqual(expected.body);
      expect(ineRegistryWebhook(event, result).data).toEqual(expected.webhook);
      const combined = combinedRegistryData({ question, result }, unknownCode);
      expect(combined?.ine ?? null).toEqual(expected.ine);
    });
  }

  it('has a case for every code of the specification, with the words of its table', () => {
    const table = tableAfter(registriesSpec, '| claveMensaje |');
    const told = table.flatMap((row) =>
      listOf(row['claveMensaje'] ?? '', /, /).map((code) =>
        code === '4'
          ? [code, '–', '–', row['documentState']]
          : [code, row['active'], row['status'], row['documentState']],
      ),
    );
    const shown = cases.voterList
      .filter(({ row }) => row !== null)
      .map(({ row, expected: { ine } }) =>
        ine ? [row, String(ine.active), ine.status, ine.information] : [row, '–', '–', 'unavailable'],
      );
    expect(shown.toSorted()).toEqual(told.toSorted());
  });
});

describe('the population registry’s answer about a code', () => {
  for (const { id, title, kind, result, expected } of cases.curp) {
    it(`${id}: ${title}`, () => {
      expect(curpRegistryBody(result)).toEqual(expected.body);
      expect(curpRegistryWebhook(event, result).data).toEqual({
        attemptId: '6dacb434-d4e3-4c78-b639-04b112aa493d',
        name: 'curp_registry',
        ...(expected.webhook as object),
      });
      const combined = combinedRegistryData({ question: {}, result: knownCard }, result);
      expect(combined?.curp ?? null).toEqual(expected.curp);
      if (result.kind === 'answered') expect(curpStateOf(result.answer.status)?.kind ?? null).toBe(kind);
    });
  }

  it('has a case for every status of the specification, with the words of its table', () => {
    const table = tableAfter(registriesSpec, '| statusCurp |');
    const told = table
      .filter((row) => row['statusCurp'] !== 'other')
      .flatMap((row) => {
        const statuses = listOf(row['statusCurp'] ?? '', /, /);
        const texts = listOf(row['description'] ?? '', /; /);
        return statuses.map((status, i) => [status, row['State'], texts[i] ?? texts[0]]);
      });
    const shown = cases.curp
      .filter(({ row }) => row !== null && row !== 'other')
      .map(({ row, kind, expected: { webhook } }) => [
        row,
        kind,
        (webhook as { details: { description: string } }).details.description,
      ]);
    expect(shown.toSorted()).toEqual(told.toSorted());
    expect(table.some((row) => row['statusCurp'] === 'other')).toBe(true);
    expect(cases.curp.some(({ row }) => row === 'other')).toBe(true);
  });
});

describe('both registries together', () => {
  for (const { id, title, question, voterList, curp, expected } of cases.combined) {
    it(`${id}: ${title}`, () => {
      const data = combinedRegistryData({ question, result: voterList }, curp);
      expect(data).toEqual(expected.data);
      const { status, code } = expected;
      expect(combinedRegistryWebhook(event, data).data).toEqual({ status, code, details: expected.data });
    });
  }

  it('names exactly one of the two identifiers', () => {
    for (const { expected } of cases.combined.filter(({ expected: { data } }) => data !== null)) {
      const names = Object.keys(expected.data?.ine ?? {}).filter((name) => name.endsWith('Identifier'));
      expect(names).toHaveLength(1);
    }
  });
});

describe('the requests to the registries', () => {
  for (const { id, title, voterCard, document, person, expected } of cases.questions) {
    it(`${id}: ${title}`, () => {
      const reading = voterCard && { voterCard };
      expect(voterListQuestion({ document }, reading)).toEqual(expected.voterList);
      expect(curpQuestion({ person }, reading)).toEqual(expected.curp);
    });
  }
});

describe('the envelopes of the three webhooks', () => {
  it('INE: as A-93 has it', () => {
    expect(ineRegistryWebhook(event, knownCard)).toEqual({
      eventType: 'ine_registry',
      sessionId: '24aeabaf-8cf9-47bd-a806-5907f11282b5',
      attemptId: '6dacb434-d4e3-4c78-b639-04b112aa493d',
      vendorData: 'mx-118',
      endUserId: null,
      version: '1.0.0',
      time: '2026-11-20T17:05:00.287Z',
      data: {
        status: 'Vigente como medio de identificación y para votar',
        code: 200,
        details: { active: true, documentState: 'Vigente como medio de identificación y para votar' },
      },
    });
  });

  it('CURP: the session as id, the attempt inside data, no time, as A-94 has it', () => {
    expect(curpRegistryWebhook(event, unknownCode)).toEqual({
      type: 'curp_registry',
      id: '24aeabaf-8cf9-47bd-a806-5907f11282b5',
      vendorData: 'mx-118',
      endUserId: null,
      version: '1.0.0',
      data: {
        attemptId: '6dacb434-d4e3-4c78-b639-04b112aa493d',
        name: 'curp_registry',
        status: 'not_found',
        code: 404,
        details: { statusCurp: null, curp: null, description: null },
      },
    });
  });

  it('INE and CURP: as A-95 has it', () => {
    expect(combinedRegistryWebhook({ ...event, vendorData: null }, null)).toEqual({
      eventType: 'combined-ine-curp-registry',
      sessionId: '24aeabaf-8cf9-47bd-a806-5907f11282b5',
      attemptId: '6dacb434-d4e3-4c78-b639-04b112aa493d',
      vendorData: null,
      endUserId: null,
      version: '1.0.0',
      time: '2026-11-20T17:05:00.287Z',
      data: { status: 'error', code: 503, details: null },
    });
  });
});
