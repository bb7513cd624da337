import { Empty, Loading } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useState } from 'react';
import { CallFailed, onSignedOut, signIn } from '../service/call.ts';
import { aboutQuery } from '../service/queries.ts';
import { words } from '../words.ts';

/** Takes the token of the link out of the address at once: it stays in no history and is sent only to sign in. */
function takeToken(): string | null {
  const token = location.hash.slice(1);
  if (!/^[\w-]{43}$/.test(token)) return null;
  history.replaceState(null, '', location.pathname + location.search);
  return token;
}

const token = takeToken();
/** Whether the link was rejected; an earlier sign-in of this browser may still be valid. */
const refused =
  token === null
    ? Promise.resolve(false)
    : signIn(token).then(
        () => false,
        () => true,
      );

/** Shows the console to a signed-in operator, otherwise how to sign in. */
export function Gate({ children }: { children: ReactNode }) {
  const client = useQueryClient();
  const [isOut, setOut] = useState(false);
  const [isRefused, setRefused] = useState(false);
  const about = useQuery({
    ...aboutQuery,
    queryFn: async (context) => {
      setRefused(await refused);
      return aboutQuery.queryFn!(context);
    },
  });
  useEffect(
    () =>
      onSignedOut(() => {
        // Drops cached data, so that the next person cannot see it.
        client.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== 'about' });
        setOut(true);
      }),
    [client],
  );
  const failure = about.error;
  if (isOut || (failure instanceof CallFailed && failure.status === 401))
    return <SignedOut isRefused={isRefused} />;
  if (about.data !== undefined) return children;
  if (failure === null)
    return (
      <main className="alone">
        <Loading lines={4} />
      </main>
    );
  return (
    <main className="alone" role="alert">
      <Empty
        alone
        icon="warning"
        title={words.gate.awayTitle}
        text={words.gate.away}
        action={
          <Button variant="default" onClick={() => void about.refetch()}>
            {words.common.retry}
          </Button>
        }
      />
    </main>
  );
}

function SignedOut({ isRefused }: { isRefused: boolean }) {
  useEffect(() => {
    document.title = `${words.gate.title} · ${words.product}`;
  }, []);
  return (
    <main className="alone">
      <Empty
        alone
        icon="lock"
        title={words.gate.title}
        text={words.gate.text}
        action={
          <>
            <code className="command">countersign console</code>
            <code className="command">kill -USR2 PID</code>
            {isRefused && <p className="quiet small">{words.gate.linkUsed}</p>}
          </>
        }
      />
    </main>
  );
}
