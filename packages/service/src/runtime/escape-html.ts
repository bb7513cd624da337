/** Text that a page shows, or the value of an attribute. Braces too: they are marks of templates. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`);

/** JSON inside a script element: nothing in it can end the element or begin another. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
