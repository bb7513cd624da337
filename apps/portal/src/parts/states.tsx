import { Empty, Loading, Note } from '@countersign/browser-ui';
import { Button } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Refusal, type RefusalCode } from '../service/api.ts';
import { useSpeech } from '../words/context.tsx';
import type { Words } from '../words/words.ts';

/** Explains a failed call in the reader's language. */
export function failureText(words: Words, failure: Refusal): string {
  const { errors } = words;
  const known: Partial<Record<RefusalCode, string>> = {
    network: errors.network,
    unavailable: errors.server,
    internal: errors.server,
    'not-allowed': errors.notAllowed,
    'not-found': errors.notFound,
    'changed-meanwhile': errors.changedMeanwhile,
    'signed-out': errors.signedOut,
    'session-limit': words.organisation.limitReached,
    'too-many': errors.tooMany(failure.retryAfter ?? 60),
    'reveal-required': errors.revealRequired,
    'last-owner': errors.lastOwner,
    'wrong-passkey': words.passkeys.wrong,
    'last-means': words.passkeys.lastMeans,
    'too-many-passkeys': words.passkeys.tooMany,
    'passkey-cancelled': words.passkeys.cancelled,
    'passkey-exists': words.passkeys.exists,
    'passkey-unavailable': words.passkeys.unavailable,
    'already-member': errors.alreadyMember,
    'sso-expired': words.sso.expired,
    'sso-cancelled': words.sso.cancelled,
    'sso-failed': words.sso.failed,
    'sso-unknown': words.sso.unknown,
    'sso-email': words.sso.email,
    'sso-taken': words.sso.taken,
    'sso-required': words.sso.isRequired,
    'sso-refused': words.sso.refused,
    'sso-unavailable': words.sso.away,
    'address-refused': words.organisation.refused,
    'organisation-suspended': words.organisation.suspended,
    'passkey-required': words.passkeys.required,
    'no-sso': words.sso.none,
    'no-local-owner': words.sso.noLocalOwner,
    'no-codes': words.account.codesFirst,
    'no-mail': words.email.noMail,
    'is-master': words.keys.removeMaster,
    'too-many-keys': words.keys.full,
    'not-in-review': errors.notInReview,
    'being-processed': errors.beingProcessed,
    'on-hold': errors.onHold,
    'own-proposal': errors.ownProposal,
    'proposal-there': errors.proposalThere,
    'proposal-over': errors.proposalOver,
    'webhooks-waiting': errors.webhooksWaiting,
    'no-webhook-url': errors.noWebhookUrl,
    erased: errors.erased,
    'too-many-exports': words.exports.tooMany,
    'export-not-ready': words.exports.notReady,
    'export-over': words.exports.over,
    'name-taken': words.statuses.nameTaken,
    'name-frozen': words.statuses.nameFrozen,
    'too-many-statuses': words.statuses.tooMany,
    'status-retired': words.statuses.isRetired,
    'status-in-force': words.statuses.inForce,
    'status-not-in-force': words.statuses.notInForce,
    'live-integration': words.sandbox.live,
    'too-many-sessions': words.sandbox.tooMany,
  };
  // Only the service can explain what is wrong with a value.
  return known[failure.code] ?? (failure.message || errors.server);
}

interface FailureAlertProps {
  failure: Refusal | null;
  /** Texts specific to this place, for some codes. */
  texts?: Partial<Record<RefusalCode, string>>;
}

/** Why a change failed; renders nothing while there is no failure. */
export function FailureAlert({ failure, texts = {} }: FailureAlertProps) {
  const { words } = useSpeech();
  return (
    <div aria-live="assertive" className="spoken">
      {failure && (
        <Note tone="bad" icon="warning">
          {texts[failure.code] ?? failureText(words, failure)}
        </Note>
      )}
    </div>
  );
}

/** Shown in place of a page or list that could not be read. */
export function LoadFailure({ error, retry }: { error: unknown; retry?: () => void }) {
  const { words } = useSpeech();
  const failure = error instanceof Refusal ? error : new Refusal('internal');
  if (failure.code === 'not-allowed')
    return <Empty icon="lock" title={words.errors.notAllowedTitle} text={words.errors.notAllowed} />;
  if (failure.code === 'address-refused')
    return (
      <Empty
        icon="lock"
        title={words.organisation.refusedTitle}
        text={words.organisation.refused}
        action={
          retry && (
            <Button variant="default" onClick={retry}>
              {words.common.retry}
            </Button>
          )
        }
      />
    );
  if (failure.code === 'live-integration')
    return <Empty icon="lock" title={words.sandbox.liveTitle} text={words.sandbox.live} />;
  if (failure.code === 'not-found')
    return <Empty title={words.errors.notFoundTitle} text={words.errors.notFound} />;
  return (
    <div role="alert">
      <Empty
        icon="warning"
        title={words.errors.title}
        text={failureText(words, failure)}
        action={
          retry && (
            <Button variant="default" onClick={retry}>
              {words.common.retry}
            </Button>
          )
        }
      />
    </div>
  );
}

interface LoadedProps<Data> {
  query: UseQueryResult<Data>;
  lines?: number;
  children: (data: Data) => ReactNode;
}

/** Shows the result of a query, or that it is loading, or why it failed. An earlier result stays visible when a reload fails. */
export function Loaded<Data>({ query, lines = 6, children }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error !== null) return <LoadFailure error={query.error} retry={() => void query.refetch()} />;
  return <Loading lines={lines} />;
}
