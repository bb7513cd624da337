import { parseCreateSession, Problem } from '@countersign/contract';

/**
 * Describes what is wrong with the flow's final address, as text after the value; `null` when it is valid. The rule is the same as for a session's
 * own callback.
 * @see spec/contract.md A-25
 */
export function judgeCallback(text: string, isTest: boolean): string | null {
  try {
    parseCreateSession(
      { verification: { callback: text } },
      { today: '9999-12-31', mexico: false, registryAlone: null, allowLoopbackHttpCallback: isTest },
    );
    return null;
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const local = isTest ? ', or with http:// on localhost, 127.0.0.1 or [::1]' : '';
    return `must be a complete address of at most 2048 characters that begins with https://${local}, without user name and blanks`;
  }
}
