import { specimenCase } from '@countersign/specimens';

/** JPEG pictures that a scripted camera shows, by the screen that films them. */
export interface CameraScenes {
  F5: Buffer;
  F6: Buffer;
  F7: Buffer;
}

/** The camera settings that tests change while the page runs. */
export interface CameraControl {
  /** Error name with which every request for the camera fails; `null`: the camera opens. */
  fault: string | null;
  /** Result of `navigator.permissions`. */
  permission: 'granted' | 'prompt';
  /** The hand shakes, so nothing is captured automatically. */
  trembles: boolean;
  /** The camera shows black. */
  black: boolean;
  /** All tracks that were opened. */
  tracks: MediaStreamTrack[];
}

/** Draws both sides of an identity card and the face of its holder. @param seed person and capture */
export async function drawScenes(seed = 4): Promise<CameraScenes> {
  const { pictures } = await specimenCase({ seed, kind: 'co-yellow' });
  const of = (context: string) => pictures.find((picture) => picture.context === context)!.bytes;
  return { F5: of('document-front'), F6: of('document-back'), F7: of('face') };
}

/** Runs in the page before its own scripts. Pictures are base64 and are shown without a request. */
function installCamera(given: Partial<CameraControl>, scenes: Record<string, string>): void {
  const camera: CameraControl = {
    fault: null,
    permission: 'granted',
    trembles: false,
    black: false,
    tracks: [],
    ...given,
  };
  Object.assign(globalThis, { camera });
  const pictures = new Map<string, ImageBitmap>();
  const load = async (name: string) => {
    if (pictures.has(name)) return;
    const bytes = Uint8Array.from(atob(scenes[name]!), (character) => character.charCodeAt(0));
    pictures.set(name, await createImageBitmap(new Blob([bytes], { type: 'image/jpeg' })));
  };
  const play = (facing: string, [width, height]: [number, number]) => {
    const canvas = document.createElement('canvas');
    Object.assign(canvas, { width, height });
    const context = canvas.getContext('2d')!;
    // The flow measures every 150 ms, so more frames would only cost processor time.
    const stream = canvas.captureStream(10);
    const [track] = stream.getVideoTracks();
    const draw = () => {
      if (track!.readyState === 'ended') {
        clearInterval(timer);
        return;
      }
      const screen = document.querySelector('main')?.dataset['screen'];
      const picture = pictures.get(facing === 'user' ? 'F7' : screen === 'F6' ? 'F6' : 'F5')!;
      context.fillStyle = '#000';
      context.fillRect(0, 0, width, height);
      if (camera.black) return;
      const scale = Math.max(width / picture.width, height / picture.height);
      const across = picture.width * scale;
      const down = picture.height * scale;
      const shift = camera.trembles ? (Math.random() - 0.5) * 24 : Math.random() - 0.5;
      context.drawImage(picture, (width - across) / 2 + shift, (height - down) / 2, across, down);
    };
    const timer = setInterval(draw, 100);
    draw();
    camera.tracks.push(track!);
    return stream;
  };
  const devices = {
    getUserMedia: async ({ video }: MediaStreamConstraints) => {
      if (camera.fault !== null) throw new DOMException('scripted', camera.fault);
      const facing = typeof video === 'object' ? video.facingMode : undefined;
      const isUser = typeof facing === 'object' && 'ideal' in facing && facing.ideal === 'user';
      await Promise.all((isUser ? ['F7'] : ['F5', 'F6']).map(load));
      return isUser ? play('user', [960, 1280]) : play('environment', [1280, 960]);
    },
    enumerateDevices: () => Promise.resolve([]),
  };
  Object.defineProperty(navigator, 'mediaDevices', { value: devices, configurable: true });
  Object.defineProperty(navigator, 'permissions', {
    value: { query: () => Promise.resolve({ state: camera.permission }) },
    configurable: true,
  });
}

/**
 * Script text that replaces the camera of a page, for `Page.beforeLoad` or for a page that a test serves itself.
 * @param control initial state of the camera; a test changes `globalThis.camera` later
 */
export function scriptedCamera(scenes: CameraScenes, control: Partial<CameraControl> = {}): string {
  const pictures = Object.fromEntries(
    Object.entries(scenes).map(([name, bytes]: [string, Buffer]) => [name, bytes.toString('base64')]),
  );
  return `(${String(installCamera)})(${JSON.stringify(control)}, ${JSON.stringify(pictures)});`;
}
