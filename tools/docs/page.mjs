// The layout of every page: bar, navigation, text, contents.
import { contents } from './contents.mjs';
import { escapeHtml } from './markdown.mjs';

/**
 * @param {{ title: string, assets: { style: string, script: string }, current: 'docs' | 'api' | null, main: string }} page
 */
export const frame = ({ title, assets, current, main }) => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/docs/assets/${assets.style}">
<script type="module" src="/docs/assets/${assets.script}"></script>
</head>
<body>
<a class="skip" href="#content">Skip to the text</a>
<header class="bar">
<a class="brand" href="/">Countersign</a>
<div class="find" role="search"><input type="search" placeholder="Search the documents" aria-label="Search the documents" autocomplete="off" role="combobox" aria-expanded="false" aria-controls="results"><kbd aria-hidden="true">/</kbd><ul class="results" id="results" role="listbox" aria-label="Results" hidden></ul></div>
<nav aria-label="Parts">${[
  ['docs', '/docs', 'Documents'],
  ['api', '/docs/api', 'API reference'],
]
  .map(
    ([name, href, text]) => `<a href="${href}"${name === current ? ' aria-current="page"' : ''}>${text}</a>`,
  )
  .join('')}</nav>
</header>
${main}
</body>
</html>
`;

export const navigation = (slug) =>
  contents
    .map(
      ({ title, pages }) =>
        `<h2>${title}</h2><ul>${pages
          .map(
            (page) =>
              `<li><a href="/docs/${page.slug}"${page.slug === slug ? ' aria-current="page"' : ''}>${page.nav}</a></li>`,
          )
          .join('')}</ul>`,
    )
    .join('\n');

const side = (slug) => `<div class="side">
<details class="menu"><summary>All documents</summary></details>
<nav aria-label="Documents">${navigation(slug)}</nav>
</div>`;

const contentsOf = (headings) => {
  const listed = headings.filter(({ depth }) => depth <= 3);
  if (listed.length < 2) return '<div></div>';
  const items = listed
    .map(
      ({ depth, text, anchor }) =>
        `<li><a${depth === 3 ? ' class="deep"' : ''} href="#${anchor}">${escapeHtml(text)}</a></li>`,
    )
    .join('');
  return `<aside class="toc"><nav aria-label="On this page"><h2>On this page</h2><ul>${items}</ul></nav></aside>`;
};

/** A document. @param {{ slug: string, html: string, title: string, headings: object[], before: object | null, after: object | null }} page */
export const documentPage = ({ slug, html, title, headings, before, after }, assets) => {
  const steps = [
    before && `<a href="/docs/${before.slug}" rel="prev">← ${before.nav}</a>`,
    `<a href="/docs/${slug}.md">As Markdown</a>`,
    after && `<a href="/docs/${after.slug}" rel="next">${after.nav} →</a>`,
  ];
  return frame({
    title: `${title} · Countersign`,
    assets,
    current: 'docs',
    main: `<div class="frame">${side(slug)}<div class="body"><main id="content">${html}<footer class="foot">${steps
      .map((step) => step || '<span></span>')
      .join('')}</footer></main>${contentsOf(headings)}</div></div>`,
  });
};

/** A wide page next to the navigation, such as the reference. */
export const widePage = ({ title, html }, assets) =>
  frame({
    title: `${title} · Countersign`,
    assets,
    current: 'api',
    main: `<div class="frame">${side(null)}<div class="body wide"><main id="content">${html}</main></div></div>`,
  });

const card = (href, title, text) =>
  `<li><a href="${href}"><strong>${title}</strong><span>${text}</span></a></li>`;

/** The page at `/docs`. */
export const indexPage = (pages, assets) =>
  frame({
    title: 'Documents · Countersign',
    assets,
    current: 'docs',
    main: `<div class="frame">${side(null)}<div class="body wide"><main id="content"><h1>Documents</h1>${contents
      .map(
        ({ title, pages: listed }) =>
          `<h2>${title}</h2><ul class="cards">${listed
            .map(({ slug, nav }) => card(`/docs/${slug}`, nav, escapeHtml(pages.get(slug).summary)))
            .join('')}</ul>`,
      )
      .join('')}</main></div></div>`,
  });

/** The page at `/`. The service keeps the block for its environment and removes the markers. */
export const frontPage = (assets) =>
  frame({
    title: 'Countersign',
    assets,
    current: null,
    main: `<main id="content" class="front">
<p class="state" id="state" role="status">Checking the service …</p>
<h1>Identity verification, on your own machines</h1>
<p class="lead">A person shows a document and a face, or you send their pictures. Countersign reads, compares, screens and asks registries, and answers with one signed decision.</p>
<!--development-->
<ul class="cards">
${card('/demo', 'Try the demo', 'A shop that embeds the flow, receives the signed decision and opens an account on it.')}
${card('/docs/quickstart', 'Quickstart', 'From here to a verified webhook in five minutes, pictures included.')}
${card('/docs', 'Documents', 'Guides, the contract, settings, operation, what was measured. All offline.')}
${card('/docs/api', 'API reference', 'Every endpoint with members, examples and a form that signs in the browser.')}
</ul>
<p>This is a development instance. Address, API key and secret of its test integration are in <code>data/dev-integration.json</code> of the installation, and in the output of <code>npm start</code>.</p>
<!--/development-->
<!--production-->
<ul class="cards">
${card('/docs', 'Documents', 'Guides, the contract, settings, operation. All offline.')}
${card('/docs/api', 'API reference', 'Every endpoint with members, examples and a form that signs in the browser.')}
</ul>
<p>API key and shared secret come from the operator of this installation.</p>
<!--/production-->
</main>`,
  });
