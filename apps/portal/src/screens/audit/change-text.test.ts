import type { PortalAuditRow } from '@countersign/contract';
import { describe, expect, it } from 'vitest';
import { en } from '../../words/en.ts';
import { audit } from '../../words/en/audit.ts';
import { branding } from '../../words/en/branding.ts';
import { es } from '../../words/es.ts';
import { audit as spanishAudit } from '../../words/es/audit.ts';
import { branding as spanishBranding } from '../../words/es/branding.ts';
import { changeText, type Reader } from './change-text.ts';

const shop = '0b6f1f5e-3c1d-4f0a-9a53-5d0f2f7c1a10';
const nameOf = (id: string) => (id === shop ? 'My shop' : null);
const english: Reader = { words: { ...en, ...audit, ...branding }, language: 'en', nameOf };
const spanish: Reader = {
  words: { ...es, ...spanishAudit, ...spanishBranding },
  language: 'es',
  nameOf,
};
const entry = (details: Record<string, unknown>, move: Partial<PortalAuditRow> = {}): PortalAuditRow => ({
  id: 1,
  at: '2026-11-26T08:00:00.000Z',
  integrationId: null,
  actor: 'cli',
  actorName: null,
  action: 'note',
  sessionId: null,
  from: null,
  to: null,
  details,
  ...move,
});

describe('an entry of the audit log in one line', () => {
  it('has the statuses of a move in words, and the code of its reason', () => {
    expect(changeText(english, entry({ reasonCode: 102 }, { from: 'submitted', to: 'declined' }))).toBe(
      'Submitted → Declined · Reason code: 102',
    );
  });

  it('names settings, and what each was before', () => {
    const changed = {
      fourEyes: { from: false, to: true },
      retention: {
        from: { sessionDays: null, pictureDays: 30 },
        to: { sessionDays: 365, pictureDays: 30 },
      },
      origins: { from: '*', to: ['https://shop.example.com', 'https://pay.example.com'] },
    };
    expect(changeText(english, entry({ active: true, changed }))).toBe(
      'Two people for a decision: no → yes · Days that sessions are kept: not set → 365 · ' +
        'Origins: * → https://shop.example.com, https://pay.example.com',
    );
    expect(changeText(english, entry({ active: false, changed: {} }))).toBe('Active: no');
  });

  it('names parts of the branding, without their colours', () => {
    const changed = { branding: { from: { radius: 4, name: null }, to: { radius: 8, name: null } } };
    expect(changeText(english, entry({ active: true, changed }))).toBe('Branding changed: corners');
  });

  it('has what a person could do before and can do now', () => {
    const from = { role: 'viewer', integrations: null, grants: { reveal: null, export: null } };
    const to = { role: 'reviewer', integrations: [shop], grants: { reveal: true, export: null } };
    const userId = 'd1c0a4c6-5b7e-4b51-9c83-30c1ef5ce0aa';
    expect(changeText(english, entry({ userId, from, to }))).toBe(
      'Role: Viewer → Reviewer · Integrations: all → My shop · Personal data: not set → yes · Person: d1c0a4c6',
    );
  });

  it('is in the language of the reader, times too', () => {
    expect(
      changeText(
        spanish,
        entry({ from: 'potential_match', to: 'reviewed', decidedAt: '2026-01-02T12:00:00Z' }),
      ),
    ).toMatch(/^con coincidencias por decidir → revisado · Decidido: 2 ene 2026, \d\d?:00$/);
    expect(changeText(spanish, entry({ by: 'recovery-code', device: 'Firefox, Linux' }))).toBe(
      'Con: código de recuperación · Dispositivo: Firefox, Linux',
    );
  });

  it('leaves out what is not set', () => {
    const details = { format: 'csv', personal: false, reason: null, since: null, statuses: ['approved'] };
    expect(changeText(english, entry(details))).toBe(
      'Format: csv · With personal data: no · Statuses: Approved',
    );
  });

  it('shows a member of a later release by its own name', () => {
    expect(changeText(english, entry({ orbit: { height: 3 } }))).toBe('orbit: height: 3');
    expect(changeText(english, entry({}))).toBe('');
  });
});
