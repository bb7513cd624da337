/** Longest side of a picture, pixels. */
const longestSide = 1920;
/** Bytes aimed at. */
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

/** Draws a source, made smaller to fit; the caller drops the canvas right after encoding. */
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
  // Safari keeps the memory of a canvas until it is small.
  canvas.width = 1;
  canvas.height = 1;
};

/** Whether what is drawn can be read back: a protection against tracking gives noise in its place. */
export function canReadPictures(): boolean {
  const canvas = document.createElement('canvas');
  canvas.width = 16;
  canvas.height = 16;
  const context = canvas.getContext('2d');
  if (!context) return false;
  context.fillStyle = '#808080';
  context.fillRect(0, 0, 16, 16);
  // A mild protection changes a few values a little, which harms no picture.
  const wrong = context
    .getImageData(0, 0, 16, 16)
    .data.filter((value, at) => at % 4 !== 3 && Math.abs(value - 128) > 8);
  return wrong.length < 64;
}

const videoSize = (video: HTMLVideoElement) => ({ width: video.videoWidth, height: video.videoHeight });

/** The frame that a video shows, as a JPEG: best quality first, lowered towards the wanted size. @see spec/contract.md A-192 */
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

/** A small frame of a film. */
export async function encodeFrame(video: HTMLVideoElement, side: number): Promise<Blob> {
  const canvas = drawn(video, videoSize(video), side);
  const blob = await blobOf(canvas, 0.75);
  release(canvas);
  return blob;
}

/** Pixels that the service takes in all and on one side. @see spec/contract.md A-38 */
const mostPixels = 50_000_000;
const mostSide = 10_000;

/** How JPEG, PNG and WebP begin, which the service takes. Names and types of files are wrong: phones call HEIC and AVIF `.jpg`. */
const takenBeginnings = /^(?:\xff\xd8\xff|\x89PNG\r\n\x1a\n|RIFF[^]{4}WEBP)/;

async function isTaken(file: File): Promise<boolean> {
  const head = await new Response(file.slice(0, 12)).arrayBuffer();
  return takenBeginnings.test(String.fromCharCode(...new Uint8Array(head)));
}

/** A copy in memory: the file may change or go, as one that lies in a cloud. @throws DOMException when it cannot be read */
const copyOf = async (file: File) => new Blob([await new Response(file).arrayBuffer()], { type: file.type });

/** Runs a function on a file as an image whose size is known; its pixels are read when it is drawn, and a large one is made smaller by that. */
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

/** Whether a file has more pixels than the service takes: cameras of telephones have up to four times as many. */
async function isTooFine(file: File): Promise<boolean> {
  try {
    const { width, height } = await asImage(file, sizeOf);
    return width * height > mostPixels || Math.max(width, height) > mostSide;
  } catch {
    // What the browser cannot open is for the service to judge.
    return false;
  }
}

/**
 * A file as it is sent: as it is when the service takes its type and size, else converted where the browser can open it.
 * @returns `null` when it is no picture that the browser can open
 */
export async function pictureOfFile(file: File, mostBytes: number): Promise<Blob | null> {
  try {
    if (file.size === 0) return null;
    if (file.size <= mostBytes && (await isTaken(file)) && !(await isTooFine(file)))
      return await copyOf(file);
    return canReadPictures() ? await converted(file) : null;
  } catch {
    // PDF, HEIC where the browser has no decoder, or a file that cannot be read.
    return null;
  }
}
