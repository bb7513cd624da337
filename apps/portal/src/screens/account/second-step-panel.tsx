import { Dialog, Mark, Panel } from '@countersign/browser-ui';
import type { PortalTotpBegun } from '@countersign/contract';
import { Button } from '@mantine/core';
import { useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { queryClient } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useMe } from '../../service/use-me.ts';
import { useSpeech } from '../../words/context.tsx';
import { beginCodes, CodesForm } from '../sign-in/enrol-step.tsx';
import { RecoveryCodes } from '../sign-in/recovery-codes.tsx';

/** The authenticator app of the account. */
export function SecondStepPanel() {
  const { words } = useSpeech();
  const { totp } = useMe();
  const texts = words.account;
  const [begun, setBegun] = useState<PortalTotpBegun | null>(null);
  const begin = useChange<undefined, PortalTotpBegun>({ act: beginCodes, onDone: setBegun });
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
      <FailureAlert failure={begin.failure} />
      <Button variant="default" size="xs" mt="xs" loading={begin.busy} onClick={() => begin.run(undefined)}>
        {totp.enrolled ? texts.secondAgain : texts.secondSetUp}
      </Button>
      {begun && <SetUp begun={begun} onClose={() => setBegun(null)} />}
    </Panel>
  );
}

interface SetUpProps {
  begun: PortalTotpBegun;
  onClose: () => void;
}

function SetUp({ begun, onClose }: SetUpProps) {
  const { words } = useSpeech();
  const [codes, setCodes] = useState<string[] | null>(null);
  const end = () => {
    void queryClient.invalidateQueries({ queryKey: ['me'] });
    onClose();
  };
  return codes === null ? (
    <Dialog title={words.signIn.enrolTitle} onClose={onClose}>
      <CodesForm begun={begun} onCodes={setCodes} />
    </Dialog>
  ) : (
    <Dialog title={words.signIn.recoveryCodesTitle} onClose={end} firm>
      <p className="quiet small">{words.signIn.recoveryCodesIntro}</p>
      <RecoveryCodes codes={codes} onDone={end} done={words.common.close} />
    </Dialog>
  );
}
