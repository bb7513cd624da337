import { Empty } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { words } from '../words.ts';

/** Shown for unknown addresses. */
export const Lost = () => (
  <main className="alone">
    <Empty
      alone
      title={words.errors.notFoundTitle}
      text={words.errors.notFound}
      action={
        <Button component="a" href="/" variant="default">
          {words.shell.overview}
        </Button>
      }
    />
  </main>
);

/** Shown for a page that failed to render. */
export const Crashed = () => (
  <main className="alone" role="alert">
    <Empty
      alone
      icon="warning"
      title={words.errors.crashTitle}
      text={words.errors.crash}
      action={
        <Button variant="default" onClick={() => location.reload()}>
          {words.errors.reload}
        </Button>
      }
    />
  </main>
);
