import { Button } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { FailureAlert } from '../../parts/states.tsx';
import { change, keepCsrf, Refusal } from '../../service/api.ts';
import { queryClient } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { Gate } from './gate.tsx';

/** Opened by an operator's link: shows the portal read-only. The link's token is removed from the address at once. */
export function ViewScreen() {
  const { words } = useSpeech();
  const texts = words.operatorView;
  const navigate = useNavigate();
  const [token] = useState(() => location.hash.slice(1));
  useEffect(() => history.replaceState(history.state, '', location.pathname), []);
  const open = useChange<undefined, { csrf: string }>({
    act: () => change('POST', 'view', { token }),
    onDone: ({ csrf }) => {
      keepCsrf(csrf);
      queryClient.clear();
      void navigate({ to: '/', search: {} });
    },
  });
  const isGone = open.failure instanceof Refusal && ['not-found', 'invalid'].includes(open.failure.code);
  if (isGone) return <Gate title={texts.goneTitle}>{texts.gone}</Gate>;
  return (
    <Gate title={texts.title} intro={texts.intro}>
      <FailureAlert failure={open.failure} />
      <Button fullWidth size="md" loading={open.busy} onClick={() => open.run(undefined)}>
        {texts.open}
      </Button>
    </Gate>
  );
}
