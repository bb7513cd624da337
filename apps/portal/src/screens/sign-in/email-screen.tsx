import { Loading } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi } from '@tanstack/react-router';
import { FailureAlert, LoadFailure } from '../../parts/states.tsx';
import { change, Refusal } from '../../service/api.ts';
import { emailChangeQuery, queryClient } from '../../service/queries.ts';
import { useChange } from '../../service/use-change.ts';
import { useSpeech } from '../../words/context.tsx';
import { Gate } from './gate.tsx';

const route = getRouteApi('/email/$token');

/** Opened by the link in an e-mail: the new address takes effect when it is confirmed here. Opening the link changes nothing. */
export function EmailScreen() {
  const { words } = useSpeech();
  const texts = words.email;
  const { token } = route.useParams();
  const query = useQuery(emailChangeQuery(token));
  const confirm = useChange<undefined, null>({
    act: () => change('POST', `email-changes/${encodeURIComponent(token)}`),
    onDone: () => queryClient.removeQueries({ queryKey: ['me'] }),
  });
  const toPortal = (
    <Button component="a" href="/portal" variant="default" fullWidth>
      {texts.toPortal}
    </Button>
  );
  if (query.data && confirm.done)
    return (
      <Gate title={texts.doneTitle} intro={texts.done(query.data.email)}>
        {toPortal}
      </Gate>
    );
  const refused = query.error ?? confirm.failure;
  if (refused instanceof Refusal && refused.code === 'not-found')
    return (
      <Gate title={texts.goneTitle} intro={texts.gone}>
        {toPortal}
      </Gate>
    );
  if (query.data === undefined)
    return (
      <Gate title={texts.title}>
        {query.error === null ? (
          <Loading lines={3} />
        ) : (
          <LoadFailure error={query.error} retry={() => void query.refetch()} />
        )}
      </Gate>
    );
  return (
    <Gate title={texts.confirmTitle} intro={texts.confirmIntro(query.data.email)}>
      <FailureAlert failure={confirm.failure} />
      <Button fullWidth size="md" loading={confirm.busy} onClick={() => confirm.run(undefined)}>
        {texts.confirm}
      </Button>
    </Gate>
  );
}
