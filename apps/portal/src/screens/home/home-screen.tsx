import { Loading, Page, Panel, type Tone } from '@countersign/browser-ui';
import type { PortalHome } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, useNavigate } from '@tanstack/react-router';
import { FilterIntegration } from '../../parts/filter-integration.tsx';
import { statusTones } from '../../parts/marks.tsx';
import { LoadFailure } from '../../parts/states.tsx';
import { homeQuery } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import type { Words } from '../../words/words.ts';
import { AlertsPanel } from './alerts-panel.tsx';
import { type Bar, BarChart } from './bar-chart.tsx';
import { SetupPanel } from './setup-panel.tsx';

const route = getRouteApi('/frame/');

/** Open setup steps, issues, and statistics of sessions. */
export function HomeScreen() {
  const { words } = useSpeech();
  const { organisation, integrations } = useMe();
  const { integration } = route.useSearch();
  const navigate = useNavigate();
  const query = useQuery(homeQuery({ integration }));
  const choice = integrations.length > 1 && (
    <FilterIntegration
      value={integration ?? ''}
      onChange={(value) => void navigate({ to: '/', search: value === '' ? {} : { integration: value } })}
    />
  );
  return (
    <Page title={words.home.title} intro={words.home.intro(organisation.name)} actions={choice}>
      {query.data ? (
        <Home home={query.data} />
      ) : (
        <Panel>
          {query.error ? (
            <LoadFailure error={query.error} retry={() => void query.refetch()} />
          ) : (
            <Loading lines={10} />
          )}
        </Panel>
      )}
    </Page>
  );
}

function Home({ home }: { home: PortalHome }) {
  return (
    <>
      <SetupPanel setup={home.setup} />
      <AlertsPanel alerts={home.alerts} />
      <Charts charts={home.charts} />
    </>
  );
}

function Charts({ charts }: { charts: PortalHome['charts'] }) {
  const speech = useSpeech();
  const { words, language } = speech;
  const texts = words.home;
  const intro = charts.isCut
    ? texts.newest(charts.sessions.toLocaleString(language))
    : texts.lastDays(charts.days);
  const statuses = charts.statuses
    .filter(({ count }) => count > 0)
    .map(({ status, count }): Bar => ({
      key: status,
      label: words.status[status],
      count,
      tone: statusTones[status],
    }));
  const steps = charts.steps.map(({ step, count }): Bar => ({ key: step, label: texts.steps[step], count }));
  const common = { intro, empty: texts.noSessions };
  return (
    <div className="charts">
      <BarChart {...common} title={texts.statusMix} head={words.sessions.status} bars={statuses} />
      <BarChart {...common} title={texts.dropOff} head={texts.step} bars={steps} whole={charts.sessions} />
      <BarChart
        {...common}
        title={texts.decisionTime}
        head={texts.time}
        bars={rangeBars(speech, charts.decisionTimes, { textOf: secondsText, toneOf: () => 'busy' })}
        empty={texts.noDecisions}
      />
      <BarChart
        title={texts.hitAge}
        intro={texts.hitAgeIntro}
        head={texts.age}
        bars={rangeBars(speech, charts.hitAges, {
          textOf: daysText,
          toneOf: (at) => (at > 1 ? 'bad' : 'warn'),
        })}
        empty={texts.noHits}
      />
    </div>
  );
}

const unitText = (language: string, value: number, unit: string): string =>
  new Intl.NumberFormat(language, { style: 'unit', unit, unitDisplay: 'short' }).format(value);

const units = [
  ['day', 86_400],
  ['hour', 3_600],
  ['minute', 60],
] as const;

/** Seconds in the largest whole unit. */
function secondsText(language: string, seconds: number): string {
  const [unit, size] = units.find(([, each]) => seconds % each === 0) ?? ['second', 1];
  return unitText(language, seconds / size, unit);
}

const daysText = (language: string, days: number): string => unitText(language, days, 'day');

/** Ranges as bars: below the first limit, between two limits, and from the last one on. */
function rangeBars(
  { words, language }: { words: Words; language: string },
  ranges: PortalHome['charts']['hitAges'],
  { textOf, toneOf }: { textOf: typeof daysText; toneOf: (at: number) => Tone },
): Bar[] {
  const { below: under, between, from } = words.home;
  const limit = (at: number) => textOf(language, ranges[at]?.below ?? 0);
  return ranges.map(({ below, count }, at) => ({
    key: String(below),
    label:
      below === null ? from(limit(at - 1)) : at === 0 ? under(limit(at)) : between(limit(at - 1), limit(at)),
    count,
    tone: toneOf(at),
  }));
}
