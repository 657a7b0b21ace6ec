// Two tones when the time is up, made by the browser. Off by default: a room would hear every machine.
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

/** Plays nothing unless the user has switched it on, nor where the browser allows no sound before the first click on the page. */
export function playTimeUp(): void {
  // Asked before, because a context that may not start is reported on the console.
  if (!isOn() || !navigator.userActivation?.hasBeenActive) return;
  try {
    const context = new AudioContext();
    const played = tones.map(({ hertz, after }) =>
      playTone(context, hertz, context.currentTime + after),
    );
    // The last one, which begins latest, ends latest.
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
