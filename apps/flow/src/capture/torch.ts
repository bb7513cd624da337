import { useEffect, useState } from 'preact/hooks';
import type { OpenCamera } from '../camera/open-camera.ts';

/** The torch of a camera, if there is one that pages can switch; it never blinks. */
export function useTorch(camera: OpenCamera | null): { toggle(): void } | null {
  const [isOn, setOn] = useState(false);
  const track = camera?.track ?? null;
  useEffect(() => setOn(false), [track]);
  const abilities = track?.getCapabilities?.() as { torch?: boolean } | undefined;
  if (track === null || abilities?.torch !== true) return null;
  return {
    toggle() {
      const constraints = { advanced: [{ torch: !isOn }] } as unknown as MediaTrackConstraints;
      track.applyConstraints(constraints).then(
        () => setOn(!isOn),
        () => undefined,
      );
    },
  };
}
