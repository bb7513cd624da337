import { describe, expect, it } from 'vitest';
import { en } from '../../words/en.ts';
import { audit } from '../../words/en/audit.ts';
import { session } from '../../words/en/session.ts';
import { es } from '../../words/es.ts';
import { audit as spanishAudit } from '../../words/es/audit.ts';
import { session as spanishSession } from '../../words/es/session.ts';
import { fileNote, type Noted } from './file-note.ts';

const row = { field: 'name', subject: null, listed: null } as const;
const noted: Noted = {
  sessionId: '0b6f1f5e-3c1d-4f0a-9a53-5d0f2f7c1a10',
  screening: {
    term: {
      name: 'Tarvin Brenmark',
      year: '1968',
      lists: ['SANCTIONS'],
      countries: ['BY', 'MX', 'PL'],
      exactMatch: false,
      matchThreshold: 80,
      excludeDeceased: false,
    },
    screenedAt: '2026-11-26T08:00:00.000Z',
  },
  hit: {
    id: 'd1c0a4c6-5b7e-4b51-9c83-30c1ef5ce0aa',
    group: 0,
    name: 'Tarvin Oskeld Brennmark',
    matchStatus: 'false_positive',
    riskLevel: null,
    current: true,
    score: 95.71,
    explanation: {
      score: 95.71,
      settledBy: ['birthDate'],
      summary: 'The names agree except for one letter (“Brenmark”, “Brennmark”).',
      evidence: [
        {
          ...row,
          subject: 'Tarvin Brenmark',
          listed: 'Tarvin Oskeld Brennmark',
          relation: 'compared',
          points: 100,
        },
        { ...row, subject: 'Brenmark', listed: 'Brennmark', relation: 'one_letter', points: -1.34 },
        { ...row, listed: 'Oskeld', relation: 'only_in_listed', points: -7.04 },
        { ...row, relation: 'calibration', points: 4.09 },
        { field: 'birthDate', subject: '1968-03-21', listed: '1968-03-12', relation: 'same_year', points: 0 },
        { field: 'country', subject: 'BY', listed: 'BY', relation: 'shared', points: 0 },
        { field: 'gender', subject: null, listed: 'M', relation: 'unknown', points: 0 },
      ],
      translations: {
        es: {
          summary: 'Los nombres coinciden salvo una letra («Brenmark», «Brennmark»).',
          relations: [
            'se comparan',
            'una letra',
            'solo en la lista',
            'calibración',
            'mismo año',
            'en común',
            'desconocido',
          ],
        },
        'pt-BR': { summary: '', relations: [] },
      },
    },
    listed: {
      aka: ['Tarvin B.'],
      countries: ['Belarus'],
      dateOfBirth: '1968-03-12',
      dateOfDeath: '2021',
      positions: [],
      listings: [
        {
          list: 'SANCTIONS',
          sourceName: 'Example List',
          url: 'https://lists.example.com/31',
          programme: 'Example Programme',
          date: '2024-02-01',
          title: 'EX.31',
          snippet: null,
        },
      ],
    },
    history: [
      {
        at: '2026-11-26T09:30:00.000Z',
        actor: 'Grace Novak',
        from: 'potential_match',
        to: 'false_positive',
        riskLevel: null,
        note: 'Another birth date in the passport.',
      },
      {
        at: '2026-11-26T09:10:00.000Z',
        actor: 'Ada Harju',
        from: 'potential_match',
        to: 'true_match',
        riskLevel: 'high',
        note: null,
      },
    ],
  },
};

describe('a note for the file of a customer', () => {
  it('has whom the lists were searched for, who is listed where, how the score adds up, and the decision', () => {
    const words = { ...en, ...audit, ...session };
    expect(fileNote({ words, language: 'en' }, noted)).toBe(
      `Watchlist hit: Tarvin Oskeld Brennmark
Session 0b6f1f5e-3c1d-4f0a-9a53-5d0f2f7c1a10, screened 2026-11-26 08:00 UTC
Searched: Sanctions. Hits from 80 points. Sanctions of all countries, the rest of these: BY, MX, PL.
Person: Tarvin Brenmark, 1968-03-21, BY
Listed person: Tarvin Oskeld Brennmark, 1968-03-12, Belarus
Date of death: 2021
Other names: Tarvin B.
- Sanctions: Example List, Example Programme, EX.31, 2024-02-01, https://lists.example.com/31

Score 95.71 of 100; hits count from 80.
The names agree except for one letter (“Brenmark”, “Brennmark”).
The points add up to the score:
- Name Tarvin Brenmark / Tarvin Oskeld Brennmark: compared, +100
- Name Brenmark / Brennmark: one letter, −1.34
- Name Oskeld: only in listed, −7.04
- Name: part of the deducted points, returned because the rest agrees, +4.09
- Date of birth 1968-03-21 / 1968-03-12: same year, 0
- Country BY / BY: shared, 0
- Gender M: unknown, 0

Decided: False positive, by Grace Novak, 2026-11-26 09:30 UTC. “Another birth date in the passport.”
Decided: True match, High, by Ada Harju, 2026-11-26 09:10 UTC.`,
    );
  });

  it('is in the language of the reader', () => {
    const words = { ...es, ...spanishAudit, ...spanishSession };
    const note = fileNote({ words, language: 'es' }, { ...noted, hit: { ...noted.hit, history: [] } }) ?? '';
    expect(note.split('\n').slice(9, 13)).toEqual([
      'Puntuación 95.71 de 100; cuentan coincidencias desde 80.',
      'Los nombres coinciden salvo una letra («Brenmark», «Brennmark»).',
      'Los puntos suman la puntuación:',
      '- Nombre Tarvin Brenmark / Tarvin Oskeld Brennmark: se comparan, +100',
    ]);
    expect(note.split('\n').at(-1)).toBe('Nadie ha decidido aún sobre esta coincidencia.');
  });

  it('is none while personal data is masked', () => {
    const words = { ...en, ...audit, ...session };
    expect(fileNote({ words, language: 'en' }, { ...noted, hit: { ...noted.hit, listed: null } })).toBeNull();
  });
});
