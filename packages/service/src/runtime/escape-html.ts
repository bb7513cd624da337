/** Escapes text of a page, or an attribute value. Braces too: templates use them as marks. */
export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"'{}]/g, (character) => `&#${character.charCodeAt(0)};`);

/** Escapes JSON inside a script element: nothing in it can end the element or begin another. */
export const escapeJson = (value: unknown): string =>
  JSON.stringify(value).replaceAll(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
