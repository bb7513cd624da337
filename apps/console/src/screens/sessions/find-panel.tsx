import { Panel } from '@countersign/browser-ui';
import { Button, Group, TextInput } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import type { PrintedChange } from '../../parts/changes-table.tsx';
import { FailureAlert } from '../../parts/states.tsx';
import { CallFailed } from '../../service/call.ts';
import { useVerb } from '../../service/use-verb.ts';
import { words } from '../../words.ts';

/** Opens a session by its id or a prefix of it: every session has a row in the audit log, which names its integration. */
export function FindPanel() {
  const navigate = useNavigate();
  const [id, setId] = useState('');
  const find = useVerb<PrintedChange[]>('audit list', {
    onDone: ({ output: [found] }) => {
      if (found?.sessionId == null) return;
      const params = { integration: found.integrationId, session: found.sessionId };
      void navigate({ to: '/sessions/$integration/$session', params });
    },
  });
  const isMissing = find.result?.output.length === 0;
  return (
    <Panel>
      <form
        role="search"
        onSubmit={(event) => {
          event.preventDefault();
          find.run({ options: { session: id.trim(), limit: '1' } });
        }}
      >
        <Group align="end" gap="sm">
          <TextInput
            className="grow"
            label={words.sessions.find}
            description={words.sessions.findHint}
            value={id}
            spellCheck={false}
            autoComplete="off"
            onChange={(event) => setId(event.currentTarget.value)}
          />
          <Button type="submit" loading={find.busy} disabled={id.trim() === ''}>
            {words.sessions.open}
          </Button>
        </Group>
        <FailureAlert failure={isMissing ? new CallFailed(404, words.sessions.unknown) : find.failure} />
      </form>
    </Panel>
  );
}
