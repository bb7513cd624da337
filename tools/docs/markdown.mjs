// Renders documents as HTML. Links between documents become links between pages; broken ones are reported and fail the build.
import path from 'node:path';
import { Marked } from 'marked';

/** Escapes text for HTML. */
export const escapeHtml = (text) =>
  text.replaceAll(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);

/** Anchor of a heading, in the format of code hosts. */
export const anchorOf = (heading) =>
  heading
    .toLowerCase()
    .replace(/<[^>]+>/g, '')
    .replace(/&[a-z#0-9]+;/g, '')
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-');

/** Makes anchors unique: the second one with a name becomes `name-1`. */
function uniqueNames() {
  const used = new Map();
  return (name) => {
    const count = used.get(name) ?? 0;
    used.set(name, count + 1);
    return count === 0 ? name : `${name}-${count}`;
  };
}

const plainText = (html) =>
  html
    .replace(/<[^>]+>/g, '')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .trim();

/** A table cell with an error or reason code gives its row an anchor: `/docs/errors#1104`. */
const codeForm = /^(?:<code>)?(\d{3,4})(?:<\/code>)?$/;

/**
 * @typedef {object} Rendered
 * @property {string} html
 * @property {string} title text of the first heading
 * @property {{ depth: number, text: string, anchor: string }[]} headings except the first
 * @property {{ anchor: string, title: string, text: string }[]} sections content for the search
 * @property {Set<string>} anchors every anchor of the page
 * @property {{ slug: string, anchor: string, text: string }[]} links to other pages and anchors, for the check
 * @property {string[]} faults broken links to files of the repository
 */

/**
 * @param {string} source Markdown
 * @param {{ file: string, slug: string, slugOf: (file: string) => string | null, exists: (file: string) => boolean }} page
 * @returns {Rendered}
 */
export function render(source, { file, slug, slugOf, exists }) {
  const state = { title: '', headings: [], anchors: new Set(), links: [], faults: [], codes: new Set() };
  const page = { file, slug, slugOf, exists };
  const marked = new Marked({ gfm: true });
  marked.use({ renderer: { ...structure(state), ...links(state, page), html: withoutComments } });
  const html = marked.parse(source.replace(/^---\n[^]*?\n---\n/, ''));
  return { ...state, html, sections: sectionsOf(html) };
}

/** Comments are notes for authors. */
const withoutComments = ({ text }) => (text.startsWith('<!--') ? '' : text);

/** Headings, code and tables. `this` is Marked's renderer. */
function structure(state) {
  const unique = uniqueNames();
  return {
    heading({ tokens, depth }) {
      const html = this.parser.parseInline(tokens);
      const anchor = unique(anchorOf(html));
      state.anchors.add(anchor);
      if (depth === 1 && state.title === '') {
        state.title = plainText(html);
        return `<h1 id="${anchor}">${html}</h1>\n`;
      }
      const text = plainText(html);
      state.headings.push({ depth, text, anchor });
      return `<h${depth} id="${anchor}">${html}<a class="here" href="#${anchor}" aria-label="Address of “${escapeHtml(text)}”">#</a></h${depth}>\n`;
    },
    code({ text, lang = '' }) {
      const language = /^\w*/.exec(lang)?.[0] ?? '';
      const label = language ? ` data-language="${language}"` : '';
      return `<div class="code"${label}><pre tabindex="0"><code>${escapeHtml(text)}</code></pre></div>\n`;
    },
    table({ header, rows }) {
      const cell = (tag, { tokens, align }) =>
        `<${tag}${align ? ` class="${align}"` : ''}>${this.parser.parseInline(tokens)}</${tag}>`;
      const head = header.map((each) => cell('th', each)).join('');
      const body = rows.map((row) => {
        const cells = row.map((each) => cell('td', each));
        return `<tr${codeId(cells, state)}>${cells.join('')}</tr>`;
      });
      return `<div class="table" tabindex="0" role="region" aria-label="Table"><table><thead><tr>${head}</tr></thead><tbody>${body.join('\n')}</tbody></table></div>\n`;
    },
  };
}

/** Links and pictures; broken ones are recorded. */
function links(state, page) {
  const { file, exists } = page;
  return {
    link({ href, title, tokens }) {
      const html = this.parser.parseInline(tokens);
      const target = resolveLink(href, page);
      if (target.kind === 'outside')
        return `<a href="${escapeHtml(href)}" rel="noopener noreferrer">${html}</a>`;
      if (target.kind === 'page') state.links.push({ ...target, text: plainText(html) });
      if (target.kind === 'missing') state.faults.push(`${file}: ${href} leads to no file`);
      if (target.kind !== 'page') return html;
      const hint = title ? ` title="${escapeHtml(title)}"` : '';
      return `<a href="${target.href}"${hint}>${html}</a>`;
    },
    image({ href, text }) {
      const name = path.posix.join(path.posix.dirname(file), href);
      if (!exists(name)) state.faults.push(`${file}: picture ${href} leads to no file`);
      return `<img src="/docs/pictures/${path.posix.basename(name)}" alt="${escapeHtml(text)}" loading="lazy">`;
    },
  };
}

function codeId(cells, { codes, anchors }) {
  const code = cells
    .slice(0, 2)
    .map((each) => codeForm.exec(each.replace(/^<td[^>]*>|<\/td>$/g, ''))?.[1])
    .findLast(Boolean);
  if (!code || codes.has(code)) return '';
  codes.add(code);
  anchors.add(code);
  return ` id="${code}"`;
}

/** Splits a page at its headings of the second and third level. */
function sectionsOf(html) {
  return html.split(/(?=<h[23] id=)/).map((part) => {
    const heading = /^<h[23] id="([^"]+)">([^]*?)<\/h[23]>/.exec(part);
    const rest = heading ? part.slice(heading[0].length) : part;
    const title = heading ? plainText(heading[2].replace(/<a class="here"[^]*?<\/a>/, '')) : '';
    return {
      anchor: heading?.[1] ?? '',
      title,
      text: plainText(rest.replaceAll('</td>', ' ')).slice(0, 4000),
    };
  });
}

function resolveLink(href, { file, slug, slugOf, exists }) {
  if (/^[a-z]+:/i.test(href)) return { kind: 'outside' };
  const [name, anchor = ''] = href.split('#');
  if (name === '') return { kind: 'page', slug, anchor, href: `#${anchor}` };
  if (name.startsWith('/')) return { kind: 'page', slug: null, anchor: '', href };
  const target = path.posix.join(path.posix.dirname(file), name).replace(/\/$/, '');
  const other = slugOf(target);
  if (other !== null)
    return { kind: 'page', slug: other, anchor, href: `/docs/${other}${anchor && `#${anchor}`}` };
  // Files of the repository are not served; only the text is kept.
  return { kind: exists(target) ? 'file' : 'missing' };
}
