import { PartsProvider } from '@countersign/browser-ui';
import { MantineProvider } from '@mantine/core';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { words } from '../../words.ts';
import { FindingsPanels } from './findings.tsx';
import type { ShownSession } from './shown-session.ts';

/** As `session show` prints a drawn person, with a sign added. */
const session: ShownSession = {
  sessionId: 'c6502445-61fe-48ea-a0f5-4c41fa7e8d64',
  attemptId: 'a27e2101-a850-4fbc-9b67-3424644bd290',
  status: 'approved',
  attempt: 1,
  findings: {
    pictures: [
      { context: 'document-front', side: 'front', problems: [] },
      { context: 'face', side: null, problems: ['blurred (inform)'] },
    ],
    document: { kind: 'id-card', issuingState: 'UTO' },
    zone: 'clean',
    barcode: null,
    print: null,
    fields: [{ field: 'lastName', status: 'disagree', sources: ['mrz', 'session'] }],
    faces: { portrait: { score: 99.974 }, whyNot: null, reference: null },
    signs: [{ code: 'screen.moire', strength: 0.5, sentence: 'The picture shows the grid of a screen.' }],
    assurance: 'Not checked.',
    links: [],
    notComputed: [],
  },
  registries: [],
};

const drawn = (shown: ShownSession): string =>
  renderToStaticMarkup(
    createElement(
      MantineProvider,
      null,
      createElement(PartsProvider, {
        words,
        language: 'en-GB',
        children: createElement(FindingsPanels, { session: shown }),
      }),
    ),
  ).replaceAll(/<style[\s\S]*?<\/style>/g, '');

it('draws every kind of finding that a session can show', () => {
  const text = drawn(session);
  for (const shown of [
    'Id card, UTO',
    '100.0',
    'blurred (inform)',
    'Last name',
    'Disagree',
    '0.50',
    'The picture shows the grid of a screen.',
  ])
    expect(text).toContain(shown);
});

it('draws a session whose pictures were not read', () => {
  expect(drawn({ ...session, findings: null })).toContain(
    'Nothing yet: its pictures have not been read, or its result was forced.',
  );
});
