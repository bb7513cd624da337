import { Facts, Mark, Panel, Time } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { useSpeech } from '../../words/context.tsx';

/** The fraud report of a session; renders nothing if there is none. */
export function FraudReportPanel({ session: { fraudReport } }: { session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.session.fraudReport;
  if (fraudReport === null) return null;
  const { reportedAt, categories, comment, reviewedAt, verdict } = fraudReport;
  const names: Readonly<Record<string, string>> = texts.categories;
  return (
    <Panel
      title={texts.title}
      actions={
        <Mark tone={verdict === null ? 'busy' : verdict === 'Agree' ? 'warn' : 'good'}>
          {verdict === null ? texts.waiting : texts.verdicts[verdict]}
        </Mark>
      }
    >
      <Facts
        facts={[
          [texts.reported, <Time key="reported" at={reportedAt} />],
          [texts.reasons, categories.map((category) => names[category] ?? category).join(', ')],
          [texts.comment, comment ?? '–'],
          [texts.reviewed, <Time key="reviewed" at={reviewedAt} />],
        ]}
      />
    </Panel>
  );
}
