import { describe, expect, it } from 'vitest';
import { csvCell, type ExportedSession, exportHead, exportLine, unreadableLine } from './session-file.ts';

const session: ExportedSession = {
  id: '11111111-1111-4111-8111-111111111111',
  integrationId: '22222222-2222-4222-8222-222222222222',
  integration: 'Shop, "live"',
  mode: 'live',
  status: 'declined',
  code: 9102,
  reasonCode: 102,
  reason: 'Suspected document tampering.',
  createdAt: '2026-11-25T10:00:00.000Z',
  changedAt: '2026-11-25T10:01:00.000Z',
  attempts: 1,
  data: {
    vendorData: '=HYPERLINK("https://evil.example")',
    endUserId: 'user-000017',
    person: { firstName: 'Ana María', lastName: 'Costa', dateOfBirth: '1984-08-12' },
  },
};

describe('an export of sessions', () => {
  it.each([
    ['=1+1', `'=1+1`],
    ['+372 5555', `'+372 5555`],
    ['-1', `'-1`],
    ['@SUM(A1)', `'@SUM(A1)`],
    ['\t1', `'\t1`],
    ['\t=1+1', `'\t'=1+1`],
    ['\r=1+1', `"'\r'=1+1"`],
    ['\n=1+1', `"'\n'=1+1"`],
    ['two\r\n=1+1;', `"two\r\n'=1+1;"`],
    [' =1+1', `' =1+1`],
    ['＝1+1', `'＝1+1`],
    ['a;=1+1;b', `"a;'=1+1;b"`],
    ['a; "=1+1', `"a;' ""=1+1"`],
    ['a;@SUM(A1)', `"a;'@SUM(A1)"`],
    ['a|-1', `a|'-1`],
    ['a\t+1', `a\t'+1`],
    ['Costa; Lima', '"Costa; Lima"'],
    ['=A1,B1', `"'=A1,B1"`],
    ['="a"', `"'=""a"""`],
    ['a=1', 'a=1'],
    ['say "yes"', '"say ""yes"""'],
    ['a,b', '"a,b"'],
    ['two\r\nlines', '"two\r\nlines"'],
    ['', ''],
    ['•••17', '•••17'],
    [-5, '-5'],
    [null, ''],
  ])('has the value %j as the CSV cell %j, which no spreadsheet calculates', (value, cell) => {
    expect(csvCell(value)).toBe(cell);
  });

  it('names its columns in CSV, and has no head in JSON Lines', () => {
    expect(exportHead('csv')).toBe(
      'session_id,integration_id,integration,mode,status,code,reason_code,reason,created_at,changed_at,attempts,' +
        'vendor_data,end_user_id,first_name,last_name,date_of_birth,unreadable\r\n',
    );
    expect(exportHead('jsonl')).toBe('');
  });

  it('masks what is personal as the pages do', () => {
    expect(exportLine(session, { format: 'csv', isMasked: true })).toBe(
      '11111111-1111-4111-8111-111111111111,22222222-2222-4222-8222-222222222222,"Shop, ""live""",live,declined,9102,102,' +
        'Suspected document tampering.,2026-11-25T10:00:00.000Z,2026-11-25T10:01:00.000Z,1,' +
        '"•••"")",•••17,A••• M•••,C•••,•••,\r\n',
    );
  });

  it('contains personal values unmasked where they are requested', () => {
    expect(exportLine(session, { format: 'csv', isMasked: false })).toContain(
      `,"'=HYPERLINK(""https://evil.example"")",user-000017,Ana María,Costa,1984-08-12,\r\n`,
    );
    expect(JSON.parse(exportLine(session, { format: 'jsonl', isMasked: false }))).toMatchObject({
      sessionId: '11111111-1111-4111-8111-111111111111',
      vendorData: '=HYPERLINK("https://evil.example")',
      firstName: 'Ana María',
      dateOfBirth: '1984-08-12',
      unreadable: null,
    });
  });

  it('has no more than the ids of a session that cannot be read, and the reason (A-450)', () => {
    const { id, integrationId } = session;
    expect(unreadableLine({ id, integrationId, cause: 'data' }, 'csv')).toBe(
      `${id},${integrationId},,,,,,,,,,,,,,,The stored data cannot be decrypted.\r\n`,
    );
    expect(JSON.parse(unreadableLine({ id, integrationId, cause: 'data-key' }, 'jsonl'))).toMatchObject({
      sessionId: id,
      integrationId,
      status: null,
      dateOfBirth: null,
      unreadable: 'The data key cannot be decrypted.',
    });
  });

  it('is one line for each session in JSON Lines, and what is not there is null', () => {
    const line = exportLine(
      { ...session, code: null, data: { vendorData: 'two\nlines', endUserId: null, person: {} } },
      { format: 'jsonl', isMasked: true },
    );
    expect(line.indexOf('\n')).toBe(line.length - 1);
    expect(JSON.parse(line)).toMatchObject({
      code: null,
      endUserId: null,
      firstName: null,
      vendorData: '•••es',
    });
  });
});
