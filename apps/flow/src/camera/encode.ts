/** Longest side of a picture in pixels. */
const longestSide = 1920;
/** Target size in bytes. */
const wantedBytes = { document: 300_000, face: 150_000 } as const;
const qualities = [0.85, 0.78, 0.7, 0.62, 0.55] as const;

const blobOf = (canvas: HTMLCanvasElement, quality: number) =>
  new Promise<Blob>((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('canvas: must give a JPEG'))),
      'image/jpeg',
      quality,
    );
  });

/** Draws a source onto a canvas, scaled down to fit; the caller drops the canvas right after encoding. */
function drawn(
  source: CanvasImageSource,
  size: { width: number; height: number },
  most: number,
): HTMLCanvasElement {
  const scale = Math.min(1, most / Math.max(size.width, size.height));
  const canvas = document.createElement('canvas');
  canvas.width = Math.max(1, Math.round(size.width * scale));
  canvas.height = Math.max(1, Math.round(size.height * scale));
  canvas.getContext('2d')!.drawImage(source, 0, 0, canvas.width, canvas.height);
  return canvas;
}

const release = (canvas: HTMLCanvasElement) => {
  // Safari keeps a canvas in memory until its size is reduced.
  canvas.width = 1;
  canvas.height = 1;
};

/** Whether pixels of a canvas can be read back: anti-tracking protection returns noise instead. */
export function canReadPictures(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = 16;
  canvas.height = 16;
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = '#808080';
  context.fillRect(0, 0, 16, 16);
  // Mild protection changes a few values slightly, which does not harm a picture.
  const wrong = context
    .getImageData(0, 0, 16, 16)
    .data.filter((value, at) => at % 4 !== 3 && Math.abs(value - 128) > 8);
  return wrong.length < 64;
}

const videoSize = (video: HTMLVideoElement) => ({ width: video.videoWidth, height: video.videoHeight });

/**
 * Encodes the current frame of a video as JPEG, starting at the best quality and lowering it towards the target size. @see
 * spec/contract.md A-192
 */
export async function encodePicture(video: HTMLVideoElement, subject: 'document' | 'face'): Promise<Blob> {
  const canvas = drawn(video, videoSize(video), longestSide);
  let best: Blob | null = null;
  for (const quality of qualities) {
    best = await blobOf(canvas, quality);
    if (best.size <= wantedBytes[subject]) break;
  }
  release(canvas);
  return best!;
}

/** Encodes a small frame of a film. */
export async function encodeFrame(video: HTMLVideoElement, side: number): Promise<Blob> {
  const canvas = drawn(video, videoSize(video), side);
  const blob = await blobOf(canvas, 0.75);
  release(canvas);
  return blob;
}

/** Maximum number of pixels that the service accepts in total and on one side. @see spec/contract.md A-38 */
const mostPixels = 50_000_000;
const mostSide = 10_000;

/**
 * First bytes of JPEG, PNG and WebP, which the service accepts. File names and types are unreliable: phones call HEIC and AVIF
 * `.jpg`.
 */
const takenBeginnings = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/;

async function isTaken(file: File): Promise<boolean> {
  const head = await new Response(file.slice(0, 12)).arrayBuffer();
  return takenBeginnings.test(String.fromCharCode(...new Uint8Array(head)));
}

/**
 * Copies a file into memory: it may change or disappear, for example when it is stored in a cloud. @throws DOMException when it
 * cannot be read
 */
const copyOf = async (file: File) => new Blob([await new Response(file).arrayBuffer()], { type: file.type });

/**
 * Calls a function with a file as an image of known size. Pixels are decoded only when the image is drawn, and a large one is
 * scaled down then.
 */
async function asImage<Result>(file: File, use: (image: HTMLImageElement) => Result): Promise<Result> {
  const image = new Image();
  image.src = URL.createObjectURL(file);
  try {
    await new Promise((resolve, reject) => {
      image.addEventListener('load', resolve);
      image.addEventListener('error', reject);
    });
    return use(image);
  } finally {
    URL.revokeObjectURL(image.src);
  }
}

const sizeOf = ({ naturalWidth: width, naturalHeight: height }: HTMLImageElement) => ({ width, height });

async function converted(file: File): Promise<Blob> {
  const canvas = await asImage(file, (image) => drawn(image, sizeOf(image), 2 * longestSide));
  const blob = await blobOf(canvas, 0.9);
  release(canvas);
  return blob;
}

/** Whether a file has more pixels than the service accepts: phone cameras produce up to four times as many. */
async function isTooFine(file: File): Promise<boolean> {
  try {
    const { width, height } = await asImage(file, sizeOf);
    return width * height > mostPixels || Math.max(width, height) > mostSide;
  } catch {
    // The service decides about files that the browser cannot open.
    return false;
  }
}

/**
 * Prepares a file for sending: unchanged if the service accepts its type and size, otherwise converted if the browser can open
 * it.
 * @returns `null` when it is not a picture that the browser can open
 */
export async function pictureOfFile(file: File, mostBytes: number): Promise<Blob | null> {
  try {
    if (file.size === 0) return null;
    if (file.size <= mostBytes && (await isTaken(file)) && !(await isTooFine(file)))
      return await copyOf(file);
    return canReadPictures() ? await converted(file) : null;
  } catch {
    // PDF, HEIC without a decoder, or an unreadable file.
    return null;
  }
}
