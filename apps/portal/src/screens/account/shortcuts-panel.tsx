import { Panel } from '@countersign/browser-ui';
import { Checkbox } from '@mantine/core';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { ShortcutList } from '../../shell/shortcuts.tsx';
import { useSpeech } from '../../words/context.tsx';

/** Turns keyboard shortcuts on or off; people who use speech input turn them off. */
export function ShortcutsPanel() {
  const { words } = useSpeech();
  const { preferences } = useMe();
  const save = useChange<{ shortcuts: boolean }, null>({
    act: (body) => change('PATCH', 'me', body),
    touches: ['me'],
  });
  return (
    <Panel title={words.shortcuts.title}>
      <Checkbox
        label={words.shortcuts.use}
        checked={preferences.shortcuts}
        disabled={save.busy}
        onChange={(event) => save.run({ shortcuts: event.currentTarget.checked })}
      />
      <FailureAlert failure={save.failure} />
      <ShortcutList />
    </Panel>
  );
}
