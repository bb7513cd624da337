import { canReadPictures } from './encode.ts';

/** Why there is no camera picture. Each reason has its own texts. */
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

/** Direction of the camera: towards the document or towards the person. */
export type Facing = 'environment' | 'user';

/** Thrown when the camera cannot be used. */
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
  /** Empty if the browser does not reveal it. */
  deviceId: string;
  /** Other cameras of this device to choose from, starting with the one after this, so that each gets its turn. */
  others: MediaDeviceInfo[];
}

/** Whether a policy of the surrounding page blocks the camera; `false` if the browser cannot report it. */
function isBlockedByPolicy(): boolean {
  const { featurePolicy } = document as Document & {
    featurePolicy?: { allowsFeature(name: string): boolean };
  };
  return featurePolicy ? !featurePolicy.allowsFeature('camera') : false;
}

/** Whether the camera can be used without a prompt; `false` if that is unknown. */
export async function isCameraGranted(): Promise<boolean> {
  try {
    const { state } = await navigator.permissions.query({ name: 'camera' });
    return state === 'granted';
  } catch {
    // Firefox and older Safari do not support this permission name.
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

/** Lenses that are poor at close range. */
const poorLens = /infrared|\bir\b|ultra|wide|tele|depth|virtual|truedepth/i;

/** The most suitable of several cameras, or `null` if it is already open. */
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
 * Opens the chosen camera as an exact constraint, because as a preference it would lose to the preferred size. Without a choice,
 * or if that camera has gone, opens one with preferences only, so that an existing camera is never rejected; finally without any.
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

/** A camera that was opened to test the permission; the first viewfinder takes it over. */
let early: { facing: Facing; camera: OpenCamera } | null = null;
/** Milliseconds after which a camera that was not taken over is closed. */
const earlyMs = 5_000;

/** Opens a camera in advance for the next call of `openCamera`. @throws CameraError */
export async function openEarly(facing: Facing): Promise<void> {
  const opened = { facing, camera: await openCamera(facing, null) };
  early = opened;
  setTimeout(() => {
    if (early !== opened) return;
    early = null;
    close(opened.camera.stream);
  }, earlyMs);
}

/** Takes over the camera opened in advance, if it is the wanted one. */
function takeEarly(facing: Facing, deviceId: string | null): OpenCamera | null {
  const opened = early;
  early = null;
  if (opened === null || (opened.facing === facing && deviceId === null)) return opened?.camera ?? null;
  close(opened.camera.stream);
  return null;
}

/**
 * Opens the most suitable camera.
 * @param deviceId a camera chosen before; `null`: by `facing`
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
