import { Panel } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { FormDialog } from '../../parts/dialog.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { goToProvider } from '../../service/single-sign-on.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';

/** The account's link to the organisation's provider; renders nothing if the organisation has none. */
export function SsoPanel() {
  const { words } = useSpeech();
  const texts = words.sso;
  const { sso } = useMe();
  const [unlinking, setUnlinking] = useState(false);
  const link = useChange<undefined, never>({
    act: () => goToProvider('me/sso/begin', { next: '/account' }),
  });
  if (sso === null) return null;
  const { account } = sso;
  return (
    <Panel title={texts.title} intro={texts.ownIntro}>
      <p className="small wrap">{account === null ? texts.notLinked : texts.linkedTo(account)}</p>
      {account === null ? (
        <Button variant="default" size="xs" mt="xs" loading={link.busy} onClick={() => link.run(undefined)}>
          {texts.linkOwn}
        </Button>
      ) : (
        <Button variant="default" size="xs" mt="xs" onClick={() => setUnlinking(true)}>
          {texts.unlink}
        </Button>
      )}
      <FailureAlert failure={link.failure} />
      {unlinking && <Unlink onClose={() => setUnlinking(false)} />}
    </Panel>
  );
}

function Unlink({ onClose }: { onClose: () => void }) {
  const { words } = useSpeech();
  const texts = words.sso;
  const unlink = useChange<true, null>({
    act: () => change('DELETE', 'me/sso'),
    touches: ['me'],
    onDone: onClose,
  });
  return (
    <FormDialog
      title={texts.unlinkTitle}
      onClose={onClose}
      change={unlink}
      input
      submit={texts.unlink}
      danger
    >
      <p>{texts.unlinkIntro}</p>
    </FormDialog>
  );
}
