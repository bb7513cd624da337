import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { Shown } from '../screens/which-screen.ts';
import { pictureOf } from '../screens/which-screen.ts';
import { isCameraGranted } from '../camera/open-camera.ts';
import { useUi } from '../parts/ui.ts';
import { Capture } from './capture.tsx';
import { Challenge } from './challenge.tsx';
import { PictureCheck, PictureKept } from './check.tsx';
import { Primer, Recovery } from './permission.tsx';

type Taken = Extract<Shown, { screen: 'F4' | 'F4r' | 'F5' | 'F5q' | 'F6' | 'F7' }>;

/** Everything about taking pictures; this part of the page is loaded with the first of them. */
export function PictureStep({ shown }: { shown: Taken }): JSX.Element {
  const { journey, local, set } = useUi();
  const { state } = journey.model();
  useEffect(() => {
    const request = async () => {
      if (await isCameraGranted()) set({ cameraReady: true });
    };
    if (!local.cameraReady) void request();
  }, []);
  if (shown.screen === 'F4') return <Primer context={shown.context} />;
  if (shown.screen === 'F4r') return <Recovery context={shown.context} fault={shown.fault} />;
  if (shown.screen === 'F5q') {
    const Check = shown.picture.accepted ? PictureKept : PictureCheck;
    return <Check key={shown.context} context={shown.context} picture={shown.picture} />;
  }
  const next = state?.next;
  const isFilm =
    shown.context === 'face' &&
    local.retaking !== 'face' &&
    next?.kind === 'picture' &&
    next.context === 'face' &&
    next.challenge &&
    pictureOf(state!, 'face')?.accepted === true;
  return isFilm ? <Challenge still={next.still} /> : <Capture key={shown.context} context={shown.context} />;
}
