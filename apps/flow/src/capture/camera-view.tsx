import type { ComponentChildren, JSX } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { CameraFault, Facing, OpenCamera } from '../camera/open-camera.ts';
import type { FrameMetrics, Guide } from '../camera/frame-metrics.ts';
import { Viewfinder } from '../camera/viewfinder.ts';
import { useCameraSpeech } from '../words/context.ts';
import { guideFor } from './guide.ts';

/** What a capture can do with its camera. */
export interface CameraHandle {
  video: HTMLVideoElement;
  camera: OpenCamera | null;
  change(deviceId: string): void;
}

interface CameraViewProps {
  facing: Facing;
  /** Aspect ratio of the guide, width to height. */
  shape: number;
  round: boolean;
  /** Picture shown in place of the camera, which is closed meanwhile. */
  frozen: string | null;
  onHandle(handle: CameraHandle): void;
  onFrame(metrics: FrameMetrics, at: number): void;
  onFault(fault: CameraFault): void;
  children?: ComponentChildren;
}

const whole: Guide = { x: 0.05, y: 0.05, width: 0.9, height: 0.9 };
const percent = (share: number) => `${share * 100}%`;

/** Position of the guide in the view and in the video. */
function useGuide(shape: number) {
  const view = useRef<HTMLDivElement>(null);
  const video = useRef<HTMLVideoElement>(null);
  const inVideo = useRef(whole);
  const [guide, setGuide] = useState(whole);
  const place = () => {
    if (video.current === null || view.current === null) return;
    const { videoWidth, videoHeight } = video.current;
    const { clientWidth, clientHeight } = view.current;
    if (videoWidth === 0 || clientWidth === 0) return;
    const size = { width: videoWidth, height: videoHeight };
    const found = guideFor(size, { width: clientWidth, height: clientHeight }, shape);
    inVideo.current = found.inVideo;
    setGuide(found.inView);
  };
  return { view, video, inVideo, guide, place };
}

type Placed = ReturnType<typeof useGuide>;

/** Keeps the camera running while its picture is needed. */
function useViewfinder({ video, inVideo, place }: Placed, props: CameraViewProps): void {
  const { facing } = props;
  const isWanted = props.frozen === null;
  const latest = useRef(props);
  latest.current = props;
  useEffect(() => {
    if (!isWanted) return undefined;
    const finder = new Viewfinder({
      video: video.current!,
      facing,
      guide: () => inVideo.current,
      onFrame: (metrics, at) => latest.current.onFrame(metrics, at),
      onFault: (fault) => latest.current.onFault(fault),
      onOpen: (camera) => {
        place();
        const change = (deviceId: string) => void finder.change(deviceId);
        latest.current.onHandle({ video: video.current!, camera, change });
      },
    });
    void finder.start();
    addEventListener('resize', place);
    return () => {
      removeEventListener('resize', place);
      finder.stop();
    };
  }, [facing, isWanted]);
}

const Frame = ({ guide, round }: { guide: Guide; round: boolean }): JSX.Element => (
  <div
    class={round ? 'guide guide-face' : 'guide'}
    style={{
      left: percent(guide.x),
      top: percent(guide.y),
      width: percent(guide.width),
      height: percent(guide.height),
    }}
  />
);

/** The camera picture with a guide over it. The view is mirrored for selfies; the pictures taken are not. */
export function CameraView(props: CameraViewProps): JSX.Element {
  const { facing, shape, round, frozen, children } = props;
  const { words } = useCameraSpeech();
  const placed = useGuide(shape);
  useViewfinder(placed, props);
  const mirror = facing === 'user' ? 'mirrored' : '';
  return (
    <div class={round ? 'view view-face' : 'view'} ref={placed.view}>
      <video
        ref={placed.video}
        class={mirror}
        muted
        autoplay
        playsInline
        aria-label={words.cameraView}
        onLoadedMetadata={placed.place}
        onResize={placed.place}
      />
      {frozen === null ? (
        <Frame guide={placed.guide} round={round} />
      ) : (
        <img class={`frozen ${mirror}`} src={frozen} alt={words.checkPicture} />
      )}
      {children}
    </div>
  );
}
