/** Short soft tones; silent where the browser has no sound or the device is muted. Call it in a click. */
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
