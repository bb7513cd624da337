import { Link } from '@tanstack/react-router';

/** The beginning of a session id, linked to the session. */
export function SessionLink({ integrationId, sessionId }: { integrationId: string; sessionId: string }) {
  return (
    <Link
      to="/sessions/$integration/$session"
      params={{ integration: integrationId, session: sessionId }}
      className="mono"
      title={sessionId}
    >
      {sessionId.slice(0, 8)}
    </Link>
  );
}
