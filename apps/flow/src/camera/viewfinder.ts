import { type CameraFault, CameraError, type Facing, type OpenCamera, openCamera } from './open-camera.ts';
import { FrameMeter } from './frame-meter.ts';
import type { FrameMetrics, Guide } from './frame-metrics.ts';

/** Milliseconds between two measurements. */
const measureMs = 150;
/** Milliseconds after which a black picture counts as a fault. */
const blackMs = 3_000;

/** Cameras chosen since the page was loaded, for the next viewfinder. */
const chosen: Partial<Record<Facing, string>> = {};

/** Callbacks of a viewfinder. */
export interface ViewfinderReaction {
  onFrame(metrics: FrameMetrics, at: number): void;
  onFault(fault: CameraFault): void;
  /** The camera was opened, or reopened as another one. */
  onOpen(camera: OpenCamera): void;
}

/** Options of a viewfinder. */
export interface ViewfinderOptions extends ViewfinderReaction {
  video: HTMLVideoElement;
  facing: Facing;
  /** Position of the guide in the video. */
  guide(): Guide;
}

/**
 * Shows the camera in a video element and measures its frames; reopens it after an interruption.
 * Tracks are stopped by `stop`, when the page is unloaded, and when it is hidden.
 */
export class Viewfinder {
  readonly #options: ViewfinderOptions;
  readonly #meter: FrameMeter;
  #camera: OpenCamera | null = null;
  #timer: ReturnType<typeof setInterval> | null = null;
  #blackSince: number | null = null;
  #restarts = 0;
  #opening: Promise<void> | null = null;
  #stopped = false;

  constructor(options: ViewfinderOptions) {
    this.#options = options;
    const { video } = options;
    this.#meter = new FrameMeter(video, this.#onMetrics);
    video.muted = true;
    video.autoplay = true;
    video.playsInline = true;
    document.addEventListener('visibilitychange', this.#onVisibility);
    addEventListener('pagehide', this.#close);
    addEventListener('pageshow', this.#onVisibility);
    video.addEventListener('pause', this.#play);
  }

  /** Opens the camera; faults are reported to the callbacks. */
  start(): Promise<void> {
    this.#opening ??= this.#open().finally(() => {
      this.#opening = null;
      // The track may have ended while it was being opened.
      if (this.#camera?.track.readyState === 'ended') this.#onEnded();
    });
    return this.#opening;
  }

  /** Switches to another camera. */
  async change(deviceId: string): Promise<void> {
    chosen[this.#options.facing] = deviceId;
    this.#close();
    await this.start();
  }

  /** Stops it permanently. */
  stop(): void {
    this.#stopped = true;
    this.#close();
    this.#meter.stop();
    document.removeEventListener('visibilitychange', this.#onVisibility);
    removeEventListener('pagehide', this.#close);
    removeEventListener('pageshow', this.#onVisibility);
    this.#options.video.removeEventListener('pause', this.#play);
  }

  readonly #close = () => {
    if (this.#timer !== null) clearInterval(this.#timer);
    this.#timer = null;
    this.#camera?.track.removeEventListener('ended', this.#onEnded);
    this.#camera?.track.removeEventListener('mute', this.#onMute);
    this.#camera?.stream.getTracks().forEach((track) => track.stop());
    this.#camera = null;
    this.#meter.forget();
  };

  readonly #onVisibility = () => {
    if (document.hidden) this.#close();
    else if (!this.#stopped && this.#camera === null) void this.start();
  };

  readonly #onEnded = () => {
    this.#close();
    // Reopen once without involving the person: calls and other programs take the camera for a moment.
    if (this.#restarts > 0) return this.#options.onFault('ended');
    this.#restarts += 1;
    if (!document.hidden) void this.start();
  };

  readonly #onMute = () => {
    this.#blackSince ??= performance.now();
  };

  readonly #play = () => {
    if (this.#camera !== null && !this.#stopped) this.#options.video.play().catch(() => undefined);
  };

  async #open(): Promise<void> {
    const { facing, video, onOpen, onFault } = this.#options;
    try {
      const camera = await openCamera(facing, chosen[facing] ?? null);
      if (this.#stopped || document.hidden) return camera.stream.getTracks().forEach((track) => track.stop());
      this.#camera = camera;
      camera.track.addEventListener('ended', this.#onEnded);
      camera.track.addEventListener('mute', this.#onMute);
      video.srcObject = camera.stream;
      // Rejected where autoplay needs a tap. Not awaited: a track that has ended meanwhile never plays.
      video.play().catch(() => undefined);
      this.#blackSince = performance.now();
      this.#timer = setInterval(this.#measure, measureMs);
      onOpen(camera);
    } catch (error) {
      if (!(error instanceof CameraError)) throw error;
      onFault(error.fault);
    }
  }

  readonly #measure = () => {
    const { video, guide } = this.#options;
    if (video.videoWidth > 0 && video.readyState >= HTMLMediaElement.HAVE_CURRENT_DATA)
      this.#meter.measure(guide());
    else this.#watchBlack(performance.now());
  };

  readonly #onMetrics = (metrics: FrameMetrics | null) => {
    const at = performance.now();
    if (this.#camera === null) return;
    if (metrics === null) return this.#watchBlack(at);
    this.#blackSince = null;
    this.#options.onFrame(metrics, at);
  };

  #watchBlack(at: number): void {
    this.#blackSince ??= at;
    if (at - this.#blackSince < blackMs) return;
    this.#blackSince = at;
    this.#close();
    if (this.#restarts > 0) return this.#options.onFault('black');
    this.#restarts += 1;
    void this.start();
  }
}
