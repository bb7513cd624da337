import type { FlowContext } from '@countersign/contract';
import type { JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { type CameraFault, CameraError, openEarly } from '../camera/open-camera.ts';
import { Icon } from '../parts/icon.tsx';
import { KeepWhatIsThere } from '../parts/keep.tsx';
import { OtherDevice } from '../parts/other-device.tsx';
import { PassOnFromComputer } from '../parts/pass-on.tsx';
import { Actions, Primary, Screen, Secondary } from '../parts/screen.tsx';
import { useUi } from '../parts/ui.ts';
import { useCameraSpeech } from '../words/context.ts';
import type { Words } from '../words/en.ts';
import { FileChoice } from './file-choice.tsx';

/** Opens the camera at the person's request and records the result. */
function useRequest(context: FlowContext): () => Promise<void> {
  const { set, host } = useUi();
  const [isRequesting, setRequesting] = useState(false);
  return async () => {
    if (isRequesting) return;
    setRequesting(true);
    try {
      await openEarly(context === 'face' ? 'user' : 'environment');
      set({ cameraReady: true, fault: null });
    } catch (error) {
      if (!(error instanceof CameraError)) throw error;
      if (error.fault === 'policy') reportPolicy(host);
      if (error.fault === 'insecure' && host.framed)
        console.error('camera: must have https in the frame and in every page around it');
      set({ fault: error.fault });
    } finally {
      setRequesting(false);
    }
  };
}

/** Reports a problem that the developer of the surrounding page has to fix. */
function reportPolicy(host: ReturnType<typeof useUi>['host']): void {
  console.error('camera: must be allowed by Permissions-Policy and by allow="camera" of every outer frame');
  host.fault('CAMERA_BLOCKED_BY_POLICY', { fatal: false, reference: null });
}

const sendFileOf =
  (context: FlowContext, { journey, photos, set }: ReturnType<typeof useUi>) =>
  async (bytes: Blob) => {
    const facts = { auto: false, ms: 0, hints: {} };
    const done = await journey.addPicture({ context, bytes, origin: 'file', facts, challenge: null }, (id) =>
      photos.keep({ id, context }, bytes),
    );
    if (done) set({ editing: null, retaking: null });
  };

/** F4: explains what the browser is about to request. */
export function Primer({ context }: { context: FlowContext }): JSX.Element {
  const { words } = useCameraSpeech();
  const ui = useUi();
  const request = useRequest(context);
  return (
    <Screen screen="F4" title={words.primerTitle}>
      <div class="figure">
        <Icon name="camera" />
      </div>
      <p class="lead">{words.primerText}</p>
      <p>{words.primerWhere}</p>
      <p class="quiet">{words.primerPrivate}</p>
      <Actions>
        <Primary onClick={() => void request()}>{words.primerAllow}</Primary>
        <PassOnFromComputer />
        <FileChoice alone context={context} onPicture={sendFileOf(context, ui)} />
        <KeepWhatIsThere />
      </Actions>
    </Screen>
  );
}

/** Selects the instructions for a guessed browser; affects only texts. */
export function stepsFor(agent: string): keyof Words['recoverySteps'] {
  if (/iP(hone|ad|od)/.test(agent)) return /CriOS|FxiOS|EdgiOS/.test(agent) ? 'iosOther' : 'iosSafari';
  if (/SamsungBrowser/.test(agent)) return 'samsung';
  if (/Firefox/.test(agent)) return 'firefox';
  if (/Chrome/.test(agent)) return /Android/.test(agent) ? 'androidChrome' : 'desktopChrome';
  return /Safari/.test(agent) ? 'desktopSafari' : 'generic';
}

function Steps(): JSX.Element {
  const { words } = useCameraSpeech();
  const kind = stepsFor(navigator.userAgent);
  const isDesktop =
    kind.startsWith('desktop') || (kind === 'firefox' && !/Android/.test(navigator.userAgent));
  return (
    <>
      <ol class="steps">
        {words.recoverySteps[kind].map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {isDesktop && <p class="quiet">{words.recoverySystem}</p>}
    </>
  );
}

/** Ways to reload, each only after a click: by the host, by this page itself, or by the host without its cooperation. */
function Reload(): JSX.Element | null {
  const { words } = useCameraSpeech();
  const { host } = useUi();
  const force = host.forceReload();
  if (host.reloadHandled())
    return (
      <Secondary action="reload" onClick={() => host.event('RELOAD_REQUEST')}>
        {words.recoveryReload}
      </Secondary>
    );
  if (force !== null)
    return (
      <Secondary action="force-reload" onClick={force}>
        {words.recoveryForceReload}
      </Secondary>
    );
  return host.framed ? null : (
    <Secondary action="reload" onClick={() => location.reload()}>
      {words.recoveryReload}
    </Secondary>
  );
}

/** Addresses that can use a camera in their own tab. */
const secureAlone = /^https:|\/\/(?:localhost|127\.0\.0\.1)(?::|$)/;

/** F4r: why there is no picture, what to do, and three ways out. */
export function Recovery({ context, fault }: { context: FlowContext; fault: CameraFault }): JSX.Element {
  const { words } = useCameraSpeech();
  const ui = useUi();
  const request = useRequest(context);
  const { announce, host } = ui;
  // Browsers that do not report policies behave as if the person had refused. A page without https blocks the camera in all its
  // frames.
  const isShutOut =
    fault === 'policy' ||
    (host.framed && (fault === 'denied' || (fault === 'insecure' && secureAlone.test(location.origin))));
  const shown = useRef(fault);
  useEffect(() => {
    // The first fault is in the heading, which gets the focus and is read out already.
    if (shown.current !== fault) announce.assertive(words.recoveryTitles[fault]);
    shown.current = fault;
  }, [fault]);
  return (
    <Screen screen="F4r" title={words.recoveryTitles[fault]}>
      <p class="lead">{words.recoveryTexts[fault]}</p>
      {fault === 'denied' && <Steps />}
      {isShutOut && (
        <a
          class="secondary"
          data-action="new-tab"
          href={location.href}
          target="_blank"
          rel="noopener noreferrer"
        >
          {words.newTab}
        </a>
      )}
      <Actions>
        <Primary onClick={() => void request()}>{words.tryAgain}</Primary>
        {fault === 'denied' && <Reload />}
        <FileChoice alone context={context} onPicture={sendFileOf(context, ui)} />
        <KeepWhatIsThere />
      </Actions>
      <OtherDevice />
    </Screen>
  );
}
