/** Plays short soft tones; silent if the browser has no audio or the device is muted. Must be called in a click handler. */
export function createTone(): (hertz: number) => void {
  const Context = window.AudioContext as typeof AudioContext | undefined;
  if (!Context) return () => undefined;
  const context = new Context();
  return (hertz) => {
    const tone = context.createOscillator();
    const volume = context.createGain();
    const now = context.currentTime;
    tone.frequency.value = hertz;
    volume.gain.setValueAtTime(0.08, now);
    volume.gain.exponentialRampToValueAtTime(0.001, now + 0.25);
    tone.connect(volume).connect(context.destination);
    tone.start(now);
    tone.stop(now + 0.25);
  };
}
