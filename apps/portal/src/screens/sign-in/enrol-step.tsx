import { CopyField, icons } from '@countersign/browser-ui';
import type { PortalNext, PortalRecoveryCodes, PortalTotpBegun } from '@countersign/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { CodeField } from '../../parts/code-field.tsx';
import { Qr } from '../../parts/qr.tsx';
import { FailureAlert, Loaded } from '../../parts/states.tsx';
import { change } from '../../service/api.ts';
import { canUsePasskeys, makeFirstPasskey } from '../../service/passkeys.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { Gate } from './gate.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

/** Sets up an authenticator app, on its own page. */
export function EnrolStep({ onDone }: { onDone: () => void }) {
  const { words } = useSpeech();
  const [codes, setCodes] = useState<string[] | null>(null);
  if (codes !== null)
    return (
      <Gate title={words.signIn.recoveryCodesTitle} intro={words.signIn.recoveryCodesIntro}>
        <RecoveryCodes codes={codes} onDone={onDone} done={words.signIn.enter} />
      </Gate>
    );
  return (
    <Gate title={words.signIn.enrolTitle} intro={words.signIn.enrolIntro}>
      <Stack gap="md">
        <PasskeyInstead onDone={onDone} />
        <EnrolForm onCodes={setCodes} />
      </Stack>
    </Gate>
  );
}

/** A passkey is as good a second step as codes, and most devices can provide one. */
function PasskeyInstead({ onDone }: { onDone: () => void }) {
  const { words } = useSpeech();
  const texts = words.passkeys;
  const make = useChange<undefined, PortalNext>({ act: () => makeFirstPasskey(texts.firstName), onDone });
  if (!canUsePasskeys()) return null;
  return (
    <Stack gap="md">
      <p className="gate-line">{texts.enrolIntro}</p>
      <FailureAlert failure={make.failure} texts={{ 'wrong-passkey': texts.notMade }} />
      <Button
        fullWidth
        size="md"
        variant="default"
        leftSection={<icons.key size={18} />}
        loading={make.busy}
        onClick={() => make.run(undefined)}
      >
        {texts.enrol}
      </Button>
      <p className="gate-or">{texts.orApp}</p>
    </Stack>
  );
}

/** Starts the setup of codes; when signed in, only after a confirmation. */
export const beginCodes = (): Promise<PortalTotpBegun> => change('POST', 'totp/begin', {});

function EnrolForm({ onCodes }: { onCodes: (codes: string[]) => void }) {
  const begun = useQuery({
    queryKey: ['totp'],
    queryFn: beginCodes,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
  return <Loaded query={begun}>{(key) => <CodesForm begun={key} onCodes={onCodes} />}</Loaded>;
}

interface CodesFormProps {
  begun: PortalTotpBegun;
  onCodes: (codes: string[]) => void;
}

/** Shows the key as a QR code and as text, and verifies that the app has it. */
export function CodesForm({ begun: { secret, uri }, onCodes }: CodesFormProps) {
  const { words } = useSpeech();
  const texts = words.signIn;
  const [code, setCode] = useState('');
  const confirm = useChange<undefined, PortalRecoveryCodes>({
    act: () => change('POST', 'totp/confirm', { code }),
    onDone: ({ recoveryCodes }) => onCodes(recoveryCodes),
  });
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        confirm.run(undefined);
      }}
    >
      <Stack gap="md">
        <p className="gate-line">{texts.enrolScan}</p>
        <Qr text={uri} label={texts.enrolQr} />
        <div>
          <p className="gate-line">{texts.enrolKey}</p>
          <CopyField value={secret} name={texts.key} />
        </div>
        <CodeField label={texts.code} description={texts.enrolThen} value={code} onChange={setCode} />
        <FailureAlert failure={confirm.failure} texts={{ 'wrong-code': texts.codeWrong }} />
        <Button type="submit" fullWidth size="md" loading={confirm.busy}>
          {texts.confirm}
        </Button>
      </Stack>
    </form>
  );
}
