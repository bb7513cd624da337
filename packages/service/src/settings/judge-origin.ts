const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * Describes what is wrong with a page's origin, as text after the value; `null` when it is valid. Browsers send an origin in
 * exactly one form, which is compared character by character.
 * @param isTest also allows http on the developer's own machine
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
