import { CopyField, CopyId, Facts, Loading, Page, Panel, Time } from '@countersign/browser-ui';
import type { PortalRequest } from '@countersign/contract';
import { useQuery } from '@tanstack/react-query';
import { getRouteApi, Link } from '@tanstack/react-router';
import { IntegrationName } from '../../parts/marks.tsx';
import { LoadFailure } from '../../parts/states.tsx';
import { requestQuery } from '../../service/queries.ts';
import { useSpeech } from '../../words/context.tsx';
import { acceptedText, AnswerMark, callOf, refusalText } from './request-words.tsx';

const route = getRouteApi('/frame/requests/$id');

/** An API request: its response, the reason for it, and what the service received. */
export function RequestScreen() {
  const { words } = useSpeech();
  const { id } = route.useParams();
  const query = useQuery(requestQuery(id));
  const above = <Link to="/requests">{words.requests.title}</Link>;
  if (query.data) return <Shown request={query.data} above={above} />;
  return (
    <Page title={words.requests.request} above={above}>
      <Panel>
        {query.error ? (
          <LoadFailure error={query.error} retry={() => void query.refetch()} />
        ) : (
          <Loading lines={8} />
        )}
      </Panel>
    </Page>
  );
}

function Shown({ request, above }: { request: PortalRequest; above: React.ReactNode }) {
  const { words } = useSpeech();
  return (
    <Page title={callOf(words, request.route)} beside={<AnswerMark status={request.status} />} above={above}>
      <div className="columns">
        <div className="column">
          <Why request={request} />
          <WrongSignature unverified={request.unverified} />
          <Ignored names={request.ignored} />
        </div>
        <div className="column">
          <Panel title={words.session.facts}>
            <FactList request={request} />
          </Panel>
        </div>
      </div>
    </Page>
  );
}

/** Why the request was rejected, with a link to the documentation of the code. */
function Why({ request }: { request: PortalRequest }) {
  const { words } = useSpeech();
  const texts = words.requests;
  const { status, code, cause } = request;
  const accepted = acceptedText(words, request);
  if (code === null)
    return (
      <Panel title={texts.answer}>
        <p>{status === 0 ? texts.goneHelp : texts.accepted}</p>
      </Panel>
    );
  return (
    <Panel title={texts.why}>
      <p className="plain-reason">{refusalText(words, request)}</p>
      {accepted && (
        <p className="quiet" lang={accepted.isTranslated ? undefined : 'en'}>
          {accepted.text}
        </p>
      )}
      <div className="panel-more">
        <Facts
          inRow
          facts={[
            [
              texts.code,
              <a key="code" href={`/docs/errors#${code}`} target="_blank" rel="noreferrer">
                {texts.codeHelp(code)}
              </a>,
            ],
            [
              texts.cause,
              <Link key="cause" to="/requests" search={{ cause: cause ?? '' }} className="mono">
                {cause}
              </Link>,
            ],
          ]}
        />
      </div>
    </Panel>
  );
}

/** What the service received when a signature did not match, to compare with what the program signed. */
function WrongSignature({ unverified }: Pick<PortalRequest, 'unverified'>) {
  const { words } = useSpeech();
  const texts = words.requests;
  if (unverified === null) return null;
  return (
    <Panel title={texts.signature} intro={texts.signatureIntro}>
      <Facts
        facts={[
          [texts.length, texts.bytes(unverified.bytes)],
          [
            'SHA-256',
            unverified.sha256 === null ? (
              texts.noDigest
            ) : (
              <CopyField key="digest" value={unverified.sha256} name="SHA-256" />
            ),
          ],
        ]}
      />
      <p className="panel-more">
        <a href="/docs/signing#when-it-does-not-fit" target="_blank" rel="noreferrer">
          {texts.signatureHelp}
        </a>
      </p>
    </Panel>
  );
}

/** Input without effect, most often because of a misspelt name. */
function Ignored({ names }: { names: PortalRequest['ignored'] }) {
  const { words } = useSpeech();
  if (names.length === 0) return null;
  return (
    <Panel title={words.requests.ignored} intro={words.requests.ignoredIntro}>
      <ul className="plain-list">
        {names.map((name) => (
          <li key={name} className="mono wrap">
            {name}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

function FactList({ request }: { request: PortalRequest }) {
  const { words } = useSpeech();
  const texts = words.requests;
  const { sessionId } = request;
  return (
    <Facts
      facts={[
        ['x-request-id', <CopyId key="id" id={request.id} name="x-request-id" />],
        [texts.time, <Time key="time" at={request.at} exact />],
        [words.common.integration, <IntegrationName key="integration" id={request.integrationId} />],
        [
          texts.session,
          sessionId === null ? (
            '–'
          ) : (
            <Link key="session" to="/sessions/$id" params={{ id: sessionId }} className="mono">
              {sessionId}
            </Link>
          ),
        ],
        [texts.key, request.key ?? texts.noKey],
        [texts.duration, `${request.ms} ms`],
        [texts.size, texts.bytes(request.bytes)],
        [texts.address, request.address ?? texts.browser],
      ]}
    />
  );
}
