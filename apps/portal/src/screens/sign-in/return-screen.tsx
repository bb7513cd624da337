import { Loading } from '@countersign/browser-ui';
import type { PortalSsoDone } from '@countersign/contract';
import { Button } from '@mantine/core';
import { getRouteApi, useRouter } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { failureText } from '../../parts/states.tsx';
import { change, keepCsrf, Refusal } from '../../service/api.ts';
import { queryClient } from '../../service/queries.ts';
import { useSpeech } from '../../words/context.tsx';
import { Gate } from './gate.tsx';

const route = getRouteApi('/sign-in/sso');

/** Opened when the provider redirects back: passes the result on once and removes it from the address. */
export function ReturnScreen() {
  const { words } = useSpeech();
  const router = useRouter();
  const search = route.useSearch();
  const [answer] = useState<typeof search>(search);
  const [failure, fail] = useState<Refusal | null>(null);
  useEffect(() => {
    let isShown = true;
    history.replaceState(history.state, '', location.pathname);
    const finish = async () => {
      try {
        if (answer.state === undefined) throw new Refusal('sso-expired');
        const { csrf, path, purpose } = await change<PortalSsoDone>('POST', 'sign-in/sso', answer);
        if (csrf !== null) keepCsrf(csrf);
        queryClient.clear();
        // The prefix keeps the address below the portal's base.
        router.history.replace(`/portal${path ?? (purpose === 'link' ? '/account' : '')}`);
      } catch (error) {
        if (isShown) fail(error instanceof Refusal ? error : new Refusal('internal'));
      }
    };
    void finish();
    return () => {
      isShown = false;
    };
    // Runs once: the provider's result is valid only once.
  }, []);
  if (failure === null)
    return (
      <Gate title={words.sso.coming}>
        <Loading lines={3} />
      </Gate>
    );
  return (
    <Gate
      title={words.sso.failedTitle}
      intro={
        <span role="alert">
          {failure.code === 'invalid' ? words.sso.failed : failureText(words, failure)}
        </span>
      }
    >
      <Button component="a" href="/portal/sign-in" variant="default" fullWidth>
        {words.invitation.toSignIn}
      </Button>
      {failure.code === 'sso-taken' && (
        <Button component="a" href="/portal/account" variant="default" fullWidth mt="sm">
          {words.sso.toAccount}
        </Button>
      )}
    </Gate>
  );
}
