import { ageCodes } from '@countersign/contract';
import { isAccepted, isExpired } from './document.ts';
import type { CheckInput, CheckResult } from './check-result.ts';

/** Reason code by age limit, looked up with the number from a setting. */
const codeOfAge: Readonly<Record<number, number>> = ageCodes;

/** The integration's own rules. @see spec/contract.md A-100, codes 121, 510, 511, 530 to 536 */
export function checkPolicy(input: CheckInput): CheckResult[] {
  const { policy, session, reading } = input;
  const read = policy.requireDocument && reading.source !== null;
  const unsupported = read && (!reading.type || !isAccepted(input));
  const codes = [
    policy.requireEndUserId && !session.endUserId ? 121 : null,
    policy.declineUnsupported && unsupported ? 510 : null,
    policy.declineExpired && read && isExpired(input) ? 511 : null,
    tooYoung(input),
  ];
  return codes
    .filter((code) => code !== null)
    .map((code) => ({ check: 'policy', outcome: 'declined', code }));
}

function tooYoung({ policy, session, reading, today }: CheckInput): number | null {
  const birth = reading.dateOfBirth ?? session.person.dateOfBirth;
  if (policy.minimumAge === null || !birth || ageOn(today, birth) >= policy.minimumAge) return null;
  return codeOfAge[policy.minimumAge] ?? null;
}

/** Completed years between two `YYYY-MM-DD` dates. */
export function ageOn(today: string, birth: string): number {
  const years = Number(today.slice(0, 4)) - Number(birth.slice(0, 4));
  return today.slice(5) < birth.slice(5) ? years - 1 : years;
}
