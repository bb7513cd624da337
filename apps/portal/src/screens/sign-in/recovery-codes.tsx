import { CopyButton } from '@countersign/browser-ui';
import { Button, Checkbox, Stack } from '@mantine/core';
import { useState } from 'react';
import { DownloadButton } from '../../parts/download.tsx';
import { useSpeech } from '../../words/context.tsx';

interface RecoveryCodesProps {
  codes: readonly string[];
  onDone: () => void;
  /** Label of the last button. */
  done: string;
}

/** Shows recovery codes this one time, and requires a confirmation that they are stored. */
export function RecoveryCodes({ codes, onDone, done }: RecoveryCodesProps) {
  const { words } = useSpeech();
  const texts = words.signIn;
  const [stored, setStored] = useState(false);
  const text = codes.join('\n');
  return (
    <Stack gap="md">
      <div className="codes">
        <ol aria-label={texts.recoveryCodes} className="mono">
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ol>
        <CopyButton value={text} name={texts.recoveryCodes} />
      </div>
      <DownloadButton text={`${text}\n`} file="countersign-recovery-codes.txt">
        {texts.recoveryDownload}
      </DownloadButton>
      <Checkbox
        label={texts.recoveryStored}
        checked={stored}
        onChange={(event) => setStored(event.currentTarget.checked)}
      />
      <Button size="md" fullWidth disabled={!stored} onClick={onDone}>
        {done}
      </Button>
    </Stack>
  );
}
