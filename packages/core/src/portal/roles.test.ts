import { portalCapabilities, portalRoles } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { givenRoles, mayDo, needsCodes, roleCell } from './roles.ts';

/** The table of the design, row by row: owner, admin, developer, reviewer, viewer, auditor. */
const rows = `
  see-sessions        yes          yes          yes        yes           yes  yes
  reveal              by-grant     by-grant     test-only  unless-taken  no   by-grant
  create-sessions     yes          yes          yes        no            no   no
  drive-sandbox       yes          yes          yes        no            no   no
  triage              yes          yes          no         yes           no   no
  decide-reviews      yes          yes          no         yes           no   no
  configure-reviews   yes          yes          no         no            no   no
  manage-keys         yes          yes          no         no            no   no
  read-webhooks       yes          yes          yes        no            no   yes
  manage-webhooks     yes          yes          yes        no            no   no
  read-requests       yes          yes          yes        no            no   yes
  configure-flow      yes          yes          yes        no            no   no
  define-statuses     yes          yes          no         no            no   no
  export-sessions     yes          yes          no         by-grant      no   by-grant
  delete-sessions     yes          yes          no         no            no   no
  manage-team         yes          yes          no         no            no   no
  manage-organisation yes          no           no         no            no   no
  read-audit          yes          yes          no         no            no   yes
`
  .trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/));

const cells = rows.flatMap(([capability = '', ...row]) =>
  portalRoles.map((role, at) => ({ capability, role, cell: row[at] })),
);
const none = { reveal: null, export: null };

describe('the table of roles', () => {
  it('has a row for every capability and a cell for every role', () => {
    expect(rows.map(([name]) => name)).toEqual([...portalCapabilities]);
    expect(cells).toHaveLength(18 * 6);
  });

  it.each(cells)('$role, $capability: $cell', ({ capability, role, cell }) => {
    expect(roleCell(role, capability as (typeof portalCapabilities)[number])).toBe(cell);
  });

  it.each(cells)('$role: $capability is decided as $cell', ({ capability, role, cell }) => {
    const grant = (value: boolean | null) => ({ reveal: value, export: value });
    const name = capability as (typeof portalCapabilities)[number];
    const decided = [null, true, false].map((value) =>
      [null, 'test', 'live'].map((mode) =>
        mayDo({ role, grants: grant(value) }, name, mode as 'test' | 'live' | null),
      ),
    );
    const all = (value: boolean) => [value, value, value];
    const expected: Record<string, boolean[][]> = {
      yes: [all(true), all(true), all(true)],
      no: [all(false), all(false), all(false)],
      'by-grant': [all(false), all(true), all(false)],
      'unless-taken': [all(true), all(true), all(false)],
      'test-only': Array.from({ length: 3 }, () => [false, true, false]),
    };
    expect(decided).toEqual(expected[cell ?? '']);
  });

  it('grants nothing else with the grant to reveal', () => {
    const grants = { reveal: true, export: null };
    expect(mayDo({ role: 'auditor', grants }, 'export-sessions', 'live')).toBe(false);
    expect(mayDo({ role: 'viewer', grants }, 'reveal', 'live')).toBe(false);
    expect(mayDo({ role: 'owner', grants: none }, 'export-sessions', null)).toBe(true);
  });

  it('reveals nothing by default where the organisation requires a grant of everyone', () => {
    const revealing = (role: (typeof portalRoles)[number], reveal: boolean | null) =>
      mayDo({ role, grants: { reveal, export: null }, revealByGrant: true }, 'reveal', 'test');
    expect(portalRoles.filter((role) => revealing(role, null))).toEqual([]);
    expect(portalRoles.filter((role) => revealing(role, true))).toEqual([
      'owner',
      'admin',
      'developer',
      'reviewer',
      'auditor',
    ]);
    const reviewer = { role: 'reviewer', grants: none, revealByGrant: true } as const;
    expect(mayDo(reviewer, 'triage', 'live')).toBe(true);
  });

  it('grants no role above one’s own', () => {
    expect(givenRoles('owner')).toEqual(['owner', 'admin', 'developer', 'reviewer', 'viewer', 'auditor']);
    expect(givenRoles('admin')).toEqual(['admin', 'developer', 'reviewer', 'viewer', 'auditor']);
    for (const role of ['developer', 'reviewer', 'viewer', 'auditor'] as const)
      expect(givenRoles(role)).toEqual([]);
  });

  it('requires one-time codes of owners and admins', () => {
    expect(portalRoles.filter(needsCodes)).toEqual(['owner', 'admin']);
  });
});
