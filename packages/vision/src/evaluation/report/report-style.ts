/** Style of the page: light or dark by the reader's preference, from the width of a phone up, and for printing. */
export const reportStyle = `
:root { color-scheme: light dark; --ground: #fff; --card: #f6f5f1; --text: #22261f; --faint: #5c6357; --line: #dddcd4;
  --same: #2f6db3; --other: #c2621b; --right: #3c7d4f; --wrong: #b3372a; --unread: #a9aca2; }
@media (prefers-color-scheme: dark) { :root { --ground: #161815; --card: #1f221d; --text: #e6e8e2; --faint: #a8afa2; --line: #3a3f36;
  --same: #7fb3ec; --other: #f0a465; --right: #7cc796; --wrong: #f0938a; --unread: #6d7268; } }
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 1080px; padding: 24px clamp(16px, 4vw, 40px) 64px; background: var(--ground); color: var(--text);
  font: 1rem/1.55 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.7rem; line-height: 1.2; margin: 0 0 8px; }
h2 { margin: 48px 0 8px; padding-block-start: 16px; border-block-start: 1px solid var(--line); font-size: 1.3rem; }
h3 { margin: 32px 0 4px; font-size: 1.05rem; }
h4 { margin: 0; font-size: .95rem; }
p { margin: 6px 0; max-width: 72ch; }
.about, caption, .key { color: var(--faint); }
.wide { overflow-x: auto; margin: 16px 0; }
.wide:focus-visible { outline: 3px solid var(--same); outline-offset: 2px; }
table { border-collapse: collapse; min-width: 100%; font-size: .92rem; font-variant-numeric: tabular-nums; overflow-wrap: normal; }
caption { text-align: start; padding-block-end: 6px; }
th, td { padding: 6px 14px 6px 0; text-align: end; border-block-end: 1px solid var(--line); white-space: nowrap; vertical-align: middle; }
th:first-child, .outcomes :is(th, td):nth-child(2) { text-align: start; font-weight: 600; }
.outcomes td:nth-child(2) { font-weight: 400; }
.fields td:nth-child(3) { padding-inline-end: 4px; }
thead th { color: var(--faint); font-weight: 600; }
td small { display: block; color: var(--faint); font-size: .82em; }
.charts { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr)); gap: 24px; margin: 16px 0; }
figure { margin: 0; }
figcaption { font-weight: 600; padding-block-end: 4px; }
svg { display: block; width: 100%; height: auto; }
svg text { fill: var(--faint); font: 13px system-ui, sans-serif; }
svg.bar { width: 110px; height: 12px; }
.axis { stroke: var(--faint); fill: none; }
.grid { stroke: var(--line); fill: none; }
.curve { stroke: var(--same); stroke-width: 2.5; fill: none; }
rect.same { fill: var(--same); } rect.other { fill: var(--other); }
rect.right { fill: var(--right); } rect.wrong { fill: var(--wrong); } rect.unread { fill: var(--unread); }
.key span { margin-inline-end: 16px; white-space: nowrap; }
.key i { display: inline-block; width: .8em; height: .8em; margin-inline-end: .4em; border-radius: 2px; }
i.same { background: var(--same); } i.other { background: var(--other); }
i.right { background: var(--right); } i.wrong { background: var(--wrong); } i.unread { background: var(--unread); }
.cases { display: grid; grid-template-columns: repeat(auto-fill, minmax(min(100%, 300px), 1fr)); gap: 16px; padding: 0; margin: 12px 0; list-style: none; }
.cases li { background: var(--card); border-radius: 8px; padding: 12px 14px; font-size: .92rem; }
.pictures { display: flex; gap: 8px; margin: 8px 0; align-items: center; flex-wrap: wrap; }
.pictures img { display: block; max-height: 130px; max-width: calc(50% - 4px); border-radius: 4px; }
.none { color: var(--faint); }
dl { margin: 0; } dt { font-weight: 600; } dd { margin: 0 0 6px; }
@media (forced-colors: active) { rect, i { forced-color-adjust: none; } }
@media print { body { max-width: none; } .cases li { break-inside: avoid; border: 1px solid var(--line); } }
`;
