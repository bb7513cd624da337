import { CopyField, JsonBlock, Panel } from '@countersign/browser-ui';
import type { PortalSession } from '@countersign/contract';
import { Button, Stack } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Loaded } from '../../parts/states.tsx';
import { readRaw } from '../../service/api.ts';
import { useSpeech } from '../../words/context.tsx';

/** The decision as the public API returns it, with its signature. */
export function RawDecision({ session }: { session: PortalSession }) {
  const { words } = useSpeech();
  const texts = words.session;
  const [open, setOpen] = useState(false);
  const isRevealed = session.revealedUntil !== null;
  return (
    <Panel title={texts.raw} intro={texts.rawIntro}>
      {session.code === null ? (
        <p className="quiet">{texts.rawNone}</p>
      ) : !isRevealed ? (
        <p className="quiet">{texts.rawNeedsReveal}</p>
      ) : open ? (
        <Bytes id={session.id} />
      ) : (
        <Button variant="default" onClick={() => setOpen(true)}>
          {texts.rawShow}
        </Button>
      )}
    </Panel>
  );
}

function Bytes({ id }: { id: string }) {
  const { words } = useSpeech();
  const query = useQuery({
    queryKey: ['sessions', id, 'decision'],
    queryFn: async () => {
      const answer = await readRaw(`sessions/${id}/decision`);
      return { text: await answer.text(), signature: answer.headers.get('x-hmac-signature') ?? '' };
    },
  });
  return (
    <Loaded query={query}>
      {({ text, signature }) => (
        <Stack gap="sm">
          <div>
            <p className="quiet small">{words.session.rawSignature}</p>
            <CopyField value={signature} name={words.session.rawSignature} />
          </div>
          <JsonBlock text={text} name={words.session.raw} />
        </Stack>
      )}
    </Loaded>
  );
}
