import { Empty } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { words } from '../words.ts';

/** Addresses that lead nowhere. */
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

/** A page that could not be drawn. */
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
