import { Note, Time } from '@countersign/browser-ui';
import { Button, Group } from '@mantine/core';
import { useMe } from '../service/use-me.ts';
import { useSpeech } from '../words/context.tsx';
import { useSignOut } from './account-menu.tsx';

/** Shown above every page while an operator views the portal: who, why and until when, and a way to end it. */
export function ViewBanner() {
  const { words } = useSpeech();
  const { operatorView, organisation } = useMe();
  const end = useSignOut('sign-out');
  const texts = words.operatorView;
  if (operatorView === null) return null;
  return (
    <section className="view-banner" aria-label={texts.label}>
      <Note tone="warn" icon="warning">
        <Group justify="space-between" gap="sm">
          <span className="wrap">
            <strong>{texts.banner(operatorView.by, organisation.name)}</strong> {operatorView.reason} ·{' '}
            {texts.until} <Time at={operatorView.until} exact />
          </span>
          <Button variant="default" size="xs" loading={end.busy} onClick={() => end.run(undefined)}>
            {texts.end}
          </Button>
        </Group>
      </Note>
    </section>
  );
}
