import { Panel } from '@countersign/browser-ui';
import {
  flowLanguageNames,
  flowLanguages,
  type FlowPreview,
  portalPath,
  previewReady,
  previewScreens,
} from '@countersign/contract';
import { NativeSelect } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import { useSpeech } from '../../words/context.tsx';
import { type Draft, previewOf } from './draft.ts';
import type { Shown } from './fields.ts';

/** Size of the framed page in pixels. */
const devices = { phone: { width: 390, height: 660 }, desktop: { width: 1_000, height: 760 } } as const;

interface PreviewProps {
  id: string;
  draft: Draft;
  company: string;
  mode: 'test' | 'live';
  shown: Shown;
  show: (part: Partial<Shown>) => void;
}

/** Previews the draft with the flow's own page in a frame. */
export function Preview(props: PreviewProps) {
  const { words } = useSpeech();
  const texts = words.branding;
  const { shown, show } = props;
  return (
    <Panel title={texts.preview} intro={texts.previewIntro}>
      <div className="preview-tools">
        <NativeSelect
          label={texts.screen}
          value={shown.screen}
          data={previewScreens.map((value) => ({ value, label: texts.screens[value] }))}
          onChange={(event) => show({ screen: event.currentTarget.value as Shown['screen'] })}
        />
        <NativeSelect
          label={texts.previewLanguage}
          value={shown.language}
          data={[
            ...flowLanguages.map((value) => ({ value, label: flowLanguageNames[value] })),
            { value: 'longer', label: texts.longer },
          ]}
          onChange={(event) => show({ language: event.currentTarget.value as Shown['language'] })}
        />
        <NativeSelect
          label={texts.device}
          value={shown.device}
          data={[
            { value: 'phone', label: texts.phone },
            { value: 'desktop', label: texts.desktop },
          ]}
          onChange={(event) => show({ device: event.currentTarget.value as Shown['device'] })}
        />
        <NativeSelect
          label={texts.scheme}
          value={shown.scheme}
          data={(['light', 'dark'] as const).map((value) => ({ value, label: texts.schemes[value] }))}
          onChange={(event) => show({ scheme: event.currentTarget.value as Shown['scheme'] })}
        />
      </div>
      <Frame {...props} />
    </Panel>
  );
}

/** Width available for the frame in pixels; `null` until it is known. */
function useRoom() {
  const room = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const { current } = room;
    if (current === null) return undefined;
    const observer = new ResizeObserver(() => setWidth(current.clientWidth));
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  return { room, width };
}

function Frame({ id, draft, company, mode, shown }: PreviewProps) {
  const { words } = useSpeech();
  const texts = words.branding;
  const frame = useRef<HTMLIFrameElement>(null);
  const [isReady, setReady] = useState(false);
  const { room, width: most } = useRoom();
  useEffect(() => {
    const receive = ({ origin, source, data }: MessageEvent) => {
      if (origin === location.origin && source === frame.current?.contentWindow && data === previewReady)
        setReady(true);
    };
    addEventListener('message', receive);
    return () => removeEventListener('message', receive);
  }, []);
  const { screen, language, scheme, device } = shown;
  const preview: FlowPreview = {
    kind: 'flow-preview',
    screen,
    language,
    scheme,
    mode,
    name: draft.name.trim() === '' ? company : draft.name.trim(),
    ...previewOf(draft, scheme),
  };
  const sent = JSON.stringify(preview);
  useEffect(() => {
    if (isReady) frame.current?.contentWindow?.postMessage(JSON.parse(sent), location.origin);
  }, [isReady, sent]);
  const { width, height } = devices[device];
  const scale = Math.min(1, (most ?? width) / width);
  return (
    <div className="preview-room" ref={room} style={{ height: height * scale }}>
      <iframe
        ref={frame}
        className="preview-frame"
        data-ready={isReady}
        title={texts.frame(texts.screens[screen])}
        src={`${portalPath}/integrations/${id}/branding/preview`}
        style={{ width, height, transform: `scale(${scale})` }}
      />
    </div>
  );
}
