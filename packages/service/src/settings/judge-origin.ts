const loopback = /^(localhost|127\.0\.0\.1|\[::1\])$/;

/**
 * What is wrong with an origin that pages come from, as it follows the value; `null` when nothing is. Browsers send an origin in
 * exactly one form, and what they send is compared with it letter by letter.
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
