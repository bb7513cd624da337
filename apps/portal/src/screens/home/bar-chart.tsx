import { DataTable, Panel, type Tone } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { useSpeech } from '../../words/context.tsx';

/** A bar of a chart. */
export interface Bar {
  key: string;
  label: string;
  count: number;
  tone?: Tone;
}

interface BarChartProps {
  title: string;
  intro: string;
  /** Header of the labels. */
  head: string;
  bars: readonly Bar[];
  /** The total for the shares; absent: the sum of all bars. */
  whole?: number;
  /** Shown in place of an empty chart. */
  empty: string;
}

/** Bars with their numbers, and the same as a table. A full-length bar is the total. */
export function BarChart({ title, intro, head, bars, whole, empty }: BarChartProps) {
  const { words } = useSpeech();
  const [isTable, setTable] = useState(false);
  const all = whole ?? bars.reduce((sum, { count }) => sum + count, 0);
  const shown = bars.map((bar) => ({ ...bar, share: all === 0 ? 0 : bar.count / all }));
  const toggle = (
    <Button
      size="compact-xs"
      variant={isTable ? 'light' : 'subtle'}
      color="gray"
      aria-pressed={isTable}
      aria-label={words.home.asTable(title)}
      onClick={() => setTable(!isTable)}
    >
      {words.home.table}
    </Button>
  );
  return (
    <Panel title={title} intro={intro} actions={all > 0 && toggle} flush={isTable && all > 0}>
      {all === 0 ? (
        <p className="quiet chart-empty">{empty}</p>
      ) : isTable ? (
        <Table title={title} head={head} bars={shown} />
      ) : (
        <Bars title={title} bars={shown} />
      )}
    </Panel>
  );
}

type ShownBar = Bar & { share: number };

const percent = (language: string, share: number): string =>
  new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 }).format(share);

function Bars({ title, bars }: { title: string; bars: readonly ShownBar[] }) {
  const { language } = useSpeech();
  return (
    <ul className="bars" aria-label={title}>
      {bars.map(({ key, label, count, share, tone = 'busy' }) => (
        <li key={key} data-tone={tone}>
          <span className="bar-label">{label}</span>
          <svg viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
            <rect className="bar-ground" width="100" height="8" />
            <rect className="bar-fill" width={share * 100} height="8" />
          </svg>
          <span className="bar-number">
            {count.toLocaleString(language)} <span className="quiet">{percent(language, share)}</span>
          </span>
        </li>
      ))}
    </ul>
  );
}

function Table({ title, head, bars }: { title: string; head: string; bars: readonly ShownBar[] }) {
  const { words, language } = useSpeech();
  return (
    <DataTable
      caption={title}
      rows={bars}
      keyOf={({ key }) => key}
      columns={[
        { key: 'label', title: head, heads: true, cell: ({ label }) => label },
        {
          key: 'count',
          title: words.home.count,
          numeric: true,
          cell: ({ count }) => count.toLocaleString(language),
        },
        {
          key: 'share',
          title: words.home.share,
          numeric: true,
          cell: ({ share }) => percent(language, share),
        },
      ]}
    />
  );
}
