/** Tells by ear and by hand what the screen shows: one short sign to look, two to stop. */
import type { Desk } from "./kept-desk";

const LOOK = { tones: [880], vibration: [60] };
const STOP = { tones: [220, 220], vibration: [90, 60, 90] };
const TONE_S = 0.12;
const PAUSE_S = 0.06;

let audio: AudioContext | undefined;

/** Browsers are silent and still until then, and complain. */
let isTouched = false;
if (typeof window !== "undefined")
  for (const touch of ["pointerdown", "keydown"])
    addEventListener(touch, () => (isTouched = true), { once: true });

export function signal(what: "look" | "stop", { isLoud, isFelt }: Desk): void {
  if (!isTouched) return;
  const { tones, vibration } = what === "look" ? LOOK : STOP;
  // iPhones have no vibration.
  if (isFelt) navigator.vibrate?.(vibration);
  try {
    if (isLoud) sound(tones);
  } catch {
    // The device has no sound: the screen has said it.
  }
}

function sound(tones: readonly number[]) {
  audio ??= new AudioContext();
  void audio.resume().catch(() => {});
  for (const [position, frequency] of tones.entries()) {
    const at = audio.currentTime + position * (TONE_S + PAUSE_S);
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.frequency.value = frequency;
    volume.gain.setValueAtTime(0.3, at);
    volume.gain.exponentialRampToValueAtTime(0.01, at + TONE_S);
    tone.connect(volume).connect(audio.destination);
    tone.start(at);
    tone.stop(at + TONE_S);
  }
}
