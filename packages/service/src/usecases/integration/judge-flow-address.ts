import { parseCreateSession, Problem } from '@countersign/contract';

const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * What is wrong with an origin of pages that may show the flow, as it follows the value; `null` when nothing is. Browsers send an
 * origin in exactly one form, and the list is compared with it letter by letter.
 * @param isTest http on the developer's own machine is allowed too
 */
export function judgeOrigin(text: string, isTest: boolean): string | null {
  const example = 'such as https://shop.example.com';
  if (text.includes('*')) return `must name one origin without “*”, ${example}; or allow every page instead`;
  if (!URL.canParse(text) || /\s/.test(text)) return `must be an origin, ${example}`;
  const url = new URL(text);
  if (url.protocol !== 'https:' && !(isTest && url.protocol === 'http:' && loopback.test(url.hostname)))
    return isTest
      ? 'must begin with https://; http:// is allowed for localhost, 127.0.0.1 and [::1] only'
      : 'must begin with https://';
  if (url.origin === text) return null;
  if (url.username !== '' || url.password !== '') return `must hold no user name or password: ${url.origin}`;
  return `must have exactly the form that browsers send, without a path: ${url.origin}`;
}

/**
 * What is wrong with the address at which the flow ends, as it follows the value; `null` when nothing is: the rule of a session's
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
