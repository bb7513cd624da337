/** Escapes text for HTML elements and attributes. */
export const escapeHtml = (text: string): string =>
  text.replace(
    /[&<>"']/g,
    (character) => ({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' })[character] ?? '&#39;',
  );

/** Formats a share, 0–1, as a percentage with one decimal; `–` for `null`. */
export const percent = (share: number | null): string =>
  share === null ? '–' : `${(share * 100).toFixed(1)} %`;

/** A table with a caption; the first cell of each row is its heading. Cells are HTML. */
export interface HtmlTable {
  /** CSS class: `fields`, `outcomes` or `scores`. */
  kind: string;
  caption: string;
  columns: readonly string[];
  rows: readonly (readonly string[])[];
}

/** Renders the table, which scrolls sideways if it is wider than the page. */
export function htmlTable({ kind, caption, columns, rows }: HtmlTable): string {
  const heads = columns.map((column) => `<th scope="col">${escapeHtml(column)}</th>`).join('');
  const body = rows.map(
    ([first = '', ...cells]) =>
      `<tr><th scope="row">${first}</th>${cells.map((cell) => `<td>${cell}</td>`).join('')}</tr>`,
  );
  return `<div class="wide" role="region" aria-label="${escapeHtml(caption)}" tabindex="0"><table class="${kind}"><caption>${escapeHtml(caption)}</caption><thead><tr>${heads}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>`;
}
