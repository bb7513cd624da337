import { Dialog, Mark, Panel } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { queryClient } from '../../service/queries.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { EnrolForm } from '../sign-in/enrol-step.tsx';
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx';

/** The authenticator app of the account. */
export function SecondStepPanel() {
  const { words } = useSpeech();
  const { totp } = useMe();
  const texts = words.account;
  const [open, setOpen] = useState(false);
  return (
    <Panel
      title={texts.second}
      actions={
        <Mark tone={totp.enrolled ? 'good' : 'warn'}>
          {totp.enrolled ? words.team.secondOn : words.team.secondOff}
        </Mark>
      }
    >
      <p className="small">{totp.enrolled ? texts.secondOn : texts.secondOff}</p>
      {totp.enrolled && <p className="quiet small">{texts.recoveryLeft(totp.recoveryCodesLeft)}</p>}
      <Button variant="default" size="xs" mt="xs" onClick={() => setOpen(true)}>
        {totp.enrolled ? texts.secondAgain : texts.secondSetUp}
      </Button>
      {open && <SetUp onClose={() => setOpen(false)} />}
    </Panel>
  );
}

function SetUp({ onClose }: { onClose: () => void }) {
  const { words } = useSpeech();
  const [codes, setCodes] = useState<string[] | null>(null);
  const end = () => {
    void queryClient.invalidateQueries({ queryKey: ['me'] });
    onClose();
  };
  return codes === null ? (
    <Dialog title={words.signIn.enrolTitle} onClose={onClose}>
      <EnrolForm onCodes={setCodes} />
    </Dialog>
  ) : (
    <Dialog title={words.signIn.recoveryCodesTitle} onClose={end} firm>
      <p className="quiet small">{words.signIn.recoveryCodesIntro}</p>
      <RecoveryCodes codes={codes} onDone={end} done={words.common.close} />
    </Dialog>
  );
}
