import { Empty } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useEffect } from 'react';
import { LoadFailure } from '../parts/states.tsx';
import { Refusal } from '../service/api.ts';
import { useSpeech } from '../words/context.tsx';

/** Shown for unknown addresses. */
export function Lost() {
  const { words } = useSpeech();
  useEffect(() => {
    document.title = `${words.errors.notFoundTitle} · ${words.product}`;
  }, [words]);
  return (
    <main className="alone">
      <Empty
        alone
        title={words.errors.notFoundTitle}
        text={words.errors.notFound}
        action={
          <Button component="a" href="/portal" variant="default">
            {words.shell.home}
          </Button>
        }
      />
    </main>
  );
}

/** Shown for a page that failed to render, or whose first call was rejected. */
export function Crashed({ error }: { error: unknown }) {
  const { words } = useSpeech();
  useEffect(() => {
    document.title = `${words.errors.crashTitle} · ${words.product}`;
  }, [words]);
  const reload = () => location.reload();
  if (error instanceof Refusal)
    return (
      <main className="alone">
        <LoadFailure error={error} retry={reload} />
      </main>
    );
  return (
    <main className="alone" role="alert">
      <Empty
        alone
        icon="warning"
        title={words.errors.crashTitle}
        text={words.errors.crash}
        action={
          <Button variant="default" onClick={reload}>
            {words.errors.reload}
          </Button>
        }
      />
    </main>
  );
}
