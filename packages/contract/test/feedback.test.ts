import { describe, expect, it } from 'vitest';
import { fraudCategories, parseFraudReports, parseRetrieveFraudReports } from '../src/index.ts';
import { examples } from './contract-text.ts';
import { outcome } from './outcome.ts';

const report = { sessionId: '5043de43-828c-4b68-9ca0-15a1b9ea504d', categories: ['injected_media'] };
const many = (count: number, item: unknown) => Array.from({ length: count }, () => item);

describe('POST /feedback/fraud-reports, A-81', () => {
  it.each([
    ['no reports', {}, '400/1102 reports'],
    ['reports of another type', { reports: report }, '400/1104 reports'],
    ['an empty list', { reports: [] }, '400/1104 reports'],
    ['101 reports', { reports: many(101, report) }, '400/1104 reports'],
    ['a report that is no object', { reports: [report, 'x'] }, '400/1104 reports[1]'],
    ['no sessionId', { reports: [{ categories: ['x'] }] }, '400/1102 reports[0].sessionId'],
    [
      'a sessionId that is no UUID',
      { reports: [{ ...report, sessionId: 'x' }] },
      '400/1104 reports[0].sessionId',
    ],
    ['no categories', { reports: [{ sessionId: report.sessionId }] }, '400/1102 reports[0].categories'],
    ['no category', { reports: [{ ...report, categories: [] }] }, '400/1104 reports[0].categories'],
    [
      'a category of another type',
      { reports: [{ ...report, categories: [1] }] },
      '400/1104 reports[0].categories[0]',
    ],
    [
      'a category twice',
      { reports: [{ ...report, categories: ['a', 'a'] }] },
      '400/1104 reports[0].categories',
    ],
    ['a comment of another type', { reports: [{ ...report, comment: 5 }] }, '400/1104 reports[0].comment'],
    [
      'a comment of 501 characters',
      { reports: [{ ...report, comment: 'a'.repeat(501) }] },
      '400/1104 reports[0].comment',
    ],
  ])('refuses %s', (_name, body, expected) => {
    expect(outcome(() => parseFraudReports(body))).toBe(expected);
  });

  it('accepts 100 reports, comments of 500 characters, and none', () => {
    const body = { reports: many(99, { ...report, comment: 'ä'.repeat(500) }).concat([report]) };
    expect(parseFraudReports(body)).toHaveLength(100);
    expect(parseFraudReports(examples('A-81')[0])).toEqual(
      (examples('A-81')[0] as { reports: unknown }).reports,
    );
  });
});

describe('POST /feedback/fraud-reports/retrieve, A-82', () => {
  it.each([
    ['no list', {}, '400/1102 sessionIds'],
    ['an empty list', { sessionIds: [] }, '400/1104 sessionIds'],
    ['11 identifiers', { sessionIds: many(11, report.sessionId) }, '400/1104 sessionIds'],
    ['a text that is no UUID', { sessionIds: [report.sessionId, 'x'] }, '400/1104 sessionIds[1]'],
    ['another type', { sessionIds: [5] }, '400/1104 sessionIds[0]'],
  ])('refuses %s', (_name, body, expected) => {
    expect(outcome(() => parseRetrieveFraudReports(body))).toBe(expected);
  });

  it('reads identifiers in the order of the request', () => {
    expect(parseRetrieveFraudReports(examples('A-82')[0])).toEqual([
      '5043de43-828c-4b68-9ca0-15a1b9ea504d',
      '640a91a9-18e8-41e6-8fe5-bf7b620c81b3',
    ]);
  });
});

describe('fraud categories, A-80', () => {
  it('are those of the contract', () => {
    expect({ categories: fraudCategories }).toEqual(examples('A-80')[0]);
  });
});
