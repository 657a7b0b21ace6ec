// Two synthesised tones at the timer's end. Off by default: in a room every machine would play them.
import { useState } from 'react';

import { readStored, storageKeys, store } from '#web/api/browser-storage';

const tones = [
  { hertz: 659, after: 0 },
  { hertz: 880, after: 0.18 },
];
const loudness = 0.12;
const toneSeconds = 0.9;

function isOn(): boolean {
  return readStored(storageKeys.timerSound) === 'true';
}

export function useTimerSound(): [boolean, (on: boolean) => void] {
  const [on, setOn] = useState(isOn);
  return [
    on,
    (next) => {
      setOn(next);
      store(storageKeys.timerSound, next ? 'true' : null);
    },
  ];
}

/** Plays nothing unless switched on and allowed by the browser, which requires a click on the page first. */
export function playTimeUp(): void {
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
