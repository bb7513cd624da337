import { canReadPictures } from './encode.ts';

/** Why there is no camera picture. Each has words of its own. */
export type CameraFault =
  | 'denied'
  | 'none'
  | 'busy'
  | 'unsuitable'
  | 'policy'
  | 'insecure'
  | 'ended'
  | 'black'
  | 'hidden';

/** Which way the camera looks: to the document, or to the person. */
export type Facing = 'environment' | 'user';

/** Thrown where the camera cannot be used. */
export class CameraError extends Error {
  readonly fault: CameraFault;

  constructor(fault: CameraFault) {
    super(`camera: ${fault}`);
    this.name = 'CameraError';
    this.fault = fault;
  }
}

const faultByName: Record<string, CameraFault> = {
  NotAllowedError: 'denied',
  PermissionDeniedError: 'denied',
  NotFoundError: 'none',
  DevicesNotFoundError: 'none',
  NotReadableError: 'busy',
  TrackStartError: 'busy',
  AbortError: 'busy',
  OverconstrainedError: 'unsuitable',
  ConstraintNotSatisfiedError: 'unsuitable',
  SecurityError: 'policy',
  TypeError: 'insecure',
};

/** An open camera. */
export interface OpenCamera {
  stream: MediaStream;
  track: MediaStreamTrack;
  /** Empty when the browser does not give it. */
  deviceId: string;
  /** Other cameras of this device that can be chosen: those after this one first, so that each has its turn. */
  others: MediaDeviceInfo[];
}

/** Whether a policy of the surrounding page keeps the camera from this one; `false` where the browser cannot answer. */
function isBlockedByPolicy(): boolean {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy ? !featurePolicy.allowsFeature('camera') : false;
}

/** Whether the camera may be used without a question; `false` where that cannot be found out. */
export async function isCameraGranted(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'granted';
  } catch {
    // Firefox and older Safari do not have this permission's name.
    return false;
  }
}

const size = { width: { ideal: 1920 }, height: { ideal: 1080 } };

async function request(video: MediaTrackConstraints | true): Promise<MediaStream> {
  try {
    return await navigator.mediaDevices.getUserMedia({ audio: false, video });
  } catch (error) {
    throw new CameraError(faultByName[(error as Error).name] ?? 'busy');
  }
}

const isFault = (error: unknown, ...faults: CameraFault[]) =>
  error instanceof CameraError && faults.includes(error.fault);

/** Lenses that make poor pictures of near things. */
const poorLens = /infrared|\bir\b|ultra|wide|tele|depth|virtual|truedepth/i;

/** The camera that fits best among several, or `null` when the open one does. */
function betterLens(current: MediaStreamTrack, cameras: readonly MediaDeviceInfo[]): MediaDeviceInfo | null {
  if (!poorLens.test(current.label)) return null;
  const towards = /back|rear|environment/i;
  const wanted = cameras.filter(({ label }) => label !== '' && !poorLens.test(label));
  return wanted.find(({ label }) => towards.test(label) === towards.test(current.label)) ?? null;
}

const camerasOf = async () =>
  (await navigator.mediaDevices.enumerateDevices()).filter(({ kind }) => kind === 'videoinput');

const close = (stream: MediaStream) => stream.getTracks().forEach((track) => track.stop());

/**
 * Opens the camera that was chosen, as a wish for it alone would lose to those for its size; without one, or where it is not there any
 * more, with wishes only, so that a camera that is there is never refused; then with none.
 */
async function openAny(facing: Facing, deviceId: string | null): Promise<MediaStream> {
  const which = deviceId === null ? { facingMode: { ideal: facing } } : { deviceId: { exact: deviceId } };
  try {
    return await request({ ...which, ...size });
  } catch (error) {
    if (!isFault(error, 'unsuitable', 'busy')) throw error;
    return deviceId === null ? request(true) : openAny(facing, null);
  }
}

/** A camera that was opened to find out whether it may be; the first viewfinder takes it over. */
let early: { facing: Facing; camera: OpenCamera } | null = null;
/** A camera that is not taken over by then is closed. */
const earlyMs = 5_000;

/** Opens a camera for the next call of `openCamera`. @throws CameraError */
export async function openEarly(facing: Facing): Promise<void> {
  const opened = { facing, camera: await openCamera(facing, null) };
  early = opened;
  setTimeout(() => {
    if (early !== opened) return;
    early = null;
    close(opened.camera.stream);
  }, earlyMs);
}

/** The camera opened before, when it is the wanted one. */
function takeEarly(facing: Facing, deviceId: string | null): OpenCamera | null {
  const opened = early;
  early = null;
  if (opened === null || (opened.facing === facing && deviceId === null)) return opened?.camera ?? null;
  close(opened.camera.stream);
  return null;
}

/**
 * Opens the camera that fits.
 * @param deviceId a camera that was chosen before; `null`: by `facing`
 * @throws CameraError
 */
export async function openCamera(facing: Facing, deviceId: string | null): Promise<OpenCamera> {
  const ready = takeEarly(facing, deviceId);
  if (ready !== null) return ready;
  if (isBlockedByPolicy()) throw new CameraError('policy');
  if (!navigator.mediaDevices) throw new CameraError('insecure');
  if (!canReadPictures()) throw new CameraError('hidden');
  let stream = await openAny(facing, deviceId);
  const cameras = await camerasOf();
  const better = deviceId === null ? betterLens(stream.getVideoTracks()[0]!, cameras) : null;
  if (better !== null) {
    close(stream);
    stream = await openAny(facing, better.deviceId);
  }
  const track = stream.getVideoTracks()[0]!;
  const own = track.getSettings().deviceId ?? '';
  const at = cameras.findIndex((camera) => camera.deviceId === own);
  const others = [...cameras.slice(at + 1), ...cameras.slice(0, Math.max(0, at))];
  return { stream, track, deviceId: own, others };
}
