import { Empty, Loading, Note } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { CallFailed } from '../service/call.ts';
import { words } from '../words.ts';

/** Why a call failed: the message of the command line, if there is one. */
export function failureText(error: unknown): string {
  if (!(error instanceof CallFailed)) return words.errors.server;
  if (error.status === 0) return words.errors.network;
  return error.message || words.errors.server;
}

/** Why an action failed; renders nothing while there is no failure. */
export const FailureAlert = ({ failure }: { failure: unknown }) => (
  <div aria-live="assertive" className="spoken">
    {failure != null && (
      <Note tone="bad" icon="warning">
        {failureText(failure)}
      </Note>
    )}
  </div>
);

interface LoadedProps<Data> {
  query: Pick<UseQueryResult<Data>, 'data' | 'error' | 'refetch'>;
  lines?: number;
  children: (data: Data) => ReactNode;
}

/**
 * Shows the result of a query, or that it is loading, or why it failed, and its note. An earlier result stays visible when a
 * reload fails.
 */
export function Loaded<Data>({ query, lines = 4, children }: LoadedProps<Data>) {
  const { data, error, refetch } = query;
  const retry = () => void refetch();
  if (data !== undefined)
    return (
      <>
        {error !== null && (
          <div className="panel-note" role="alert">
            <Note tone="bad" icon="warning">
              {words.errors.outdated(failureText(error))}
            </Note>
          </div>
        )}
        {children(data)}
      </>
    );
  if (error === null) return <Loading lines={lines} />;
  return <LoadFailure error={error} retry={retry} />;
}

/** Shown in place of data that could not be read. */
export function LoadFailure({ error, retry }: { error: unknown; retry: () => void }) {
  const again = (
    <Button variant="default" size="xs" onClick={retry}>
      {words.common.retry}
    </Button>
  );
  if (error instanceof CallFailed && error.status === 404)
    return (
      <div role="alert">
        <Empty icon="warning" title={words.errors.notFoundTitle} text={failureText(error)} action={again} />
      </div>
    );
  // Takes one line only: several panels of a page can fail together, and the others must stay visible.
  return (
    <div className="panel-note" role="alert">
      <Note tone="bad" icon="warning">
        <span className="load-failure">
          <span>
            <strong>{words.errors.title}.</strong> {failureText(error)}
          </span>
          {again}
        </span>
      </Note>
    </div>
  );
}
