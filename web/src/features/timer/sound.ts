// Synthesised tones. Off by default: in a room every machine would play them.
import { useState } from 'react';

import { readStored, storageKeys, store } from '#web/browser-storage';

interface Tone {
  hertz: number;
  /** Seconds from now. */
  after: number;
}

const timeUp: readonly Tone[] = [
  { hertz: 659, after: 0 },
  { hertz: 880, after: 0.18 },
];
/** At 3, 2, 1 and the first card. */
const reveal: readonly Tone[] = [
  { hertz: 523, after: 0 },
  { hertz: 523, after: 0.7 },
  { hertz: 523, after: 1.4 },
  { hertz: 784, after: 2.1 },
];
const loudness = 0.12;
const toneSeconds = 0.9;

function isOn(): boolean {
  return readStored(storageKeys.timerSound) === 'true';
}

export function useSound(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(isOn);
  return [
    on,
    (next) => {
      setOn(next);
      store(storageKeys.timerSound, next ? 'true' : null);
    },
  ];
}

export function playTimeUp(): void {
  play(timeUp);
}

/** Without a countdown, which reduced motion skips, one tone. */
export function playReveal(): void {
  const isStill = matchMedia('(prefers-reduced-motion: reduce)').matches;
  play(isStill ? reveal.slice(0, 1) : reveal);
}

/** Plays nothing unless switched on and allowed by the browser, which requires a click on the page first. */
function play(tones: readonly Tone[]): void {
  // Checked first, because browsers log a blocked context.
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
  try {
    const context = new AudioContext();
    const played = tones.map(({ hertz, after }) =>
      playTone(context, hertz, context.currentTime + after),
    );
    // The last tone also ends last.
    played.at(-1)?.addEventListener('ended', () => void context.close().catch(() => undefined));
  } catch {
    // A browser without an audio device.
  }
}

function playTone(context: AudioContext, hertz: number, startsAt: number): OscillatorNode {
  const tone = context.createOscillator();
  const volume = context.createGain();
  tone.frequency.value = hertz;
  volume.gain.setValueAtTime(0, startsAt);
  volume.gain.linearRampToValueAtTime(loudness, startsAt + 0.02);
  volume.gain.exponentialRampToValueAtTime(0.001, startsAt + toneSeconds);
  tone.connect(volume).connect(context.destination);
  tone.start(startsAt);
  tone.stop(startsAt + toneSeconds);
  return tone;
}
