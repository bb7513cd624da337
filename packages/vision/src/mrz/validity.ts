import { checkDigitAgrees } from './check-digits.ts';
import { numberLayout, textOf } from './formats.ts';
import type { Span, ZoneFormat } from './formats.ts';
import type { MrzCheck, MrzChecks } from '@countersign/findings';

const checkNames: readonly MrzCheck[] = ['number', 'birth', 'expiry', 'optional', 'composite'];

/** The position of a check digit in this zone and the spans it covers, taking long document numbers into account. */
export function checkRule(zone: ZoneFormat, lines: readonly string[], name: MrzCheck) {
  if (name === 'number') {
    const layout = numberLayout(zone, lines);
    return layout ? { at: layout.check, over: layout.number } : undefined;
  }
  return zone.checks[name];
}

const joined = (lines: readonly string[], over: readonly Span[]): string =>
  over.map((part) => textOf(lines, part)).join('');

/** Verifies every check digit of the zone. `lines` must have the format's size. */
export function verifyChecks(zone: ZoneFormat, lines: readonly string[]): MrzChecks {
  const checks: MrzChecks = { number: null, birth: null, expiry: null, optional: null, composite: null };
  for (const name of checkNames) {
    const rule = checkRule(zone, lines, name);
    if (!rule) continue;
    const printed = lines[rule.at.line]?.charAt(rule.at.column) ?? '';
    checks[name] = checkDigitAgrees(joined(lines, rule.over), printed);
  }
  return checks;
}

/** Whether every digit in the format agrees. */
export function allAgree(checks: MrzChecks): boolean {
  return checkNames.every((name) => checks[name] !== false);
}
