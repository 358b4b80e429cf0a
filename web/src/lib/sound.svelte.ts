/** Small sounds, made on the spot: nothing is fetched. They are off until somebody wants them. */

import { settings } from "./settings.svelte";

export type Sound = "card" | "draw" | "shuffle" | "turn" | "penalty" | "win" | "over" | "refuse";

let context: AudioContext | null = null;
let hiss: AudioBuffer | null = null;

/** Make a sound after so many milliseconds, if sounds are wanted and the browser allows them by now. */
export function play(sound: Sound, after = 0): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext === "undefined") return;
  // a page that nobody has touched yet must be silent
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  context ??= new AudioContext();
  if (context.state === "suspended") void context.resume();
  const volume = context.createGain();
  volume.gain.value = settings.volume;
  volume.connect(context.destination);
  SOUNDS[sound](context, volume, context.currentTime + after / 1000);
}

type Maker = (context: AudioContext, out: AudioNode, at: number) => void;

const SOUNDS: Record<Sound, Maker> = {
  card: (audio, out, at) => rustle(audio, out, at, 0.06, 2400, 0.5),
  draw: (audio, out, at) => rustle(audio, out, at, 0.09, 1300, 0.32),
  shuffle: (audio, out, at) => {
    for (let i = 0; i < 9; i++) rustle(audio, out, at + i * 0.05, 0.05, 1500 + (i % 3) * 400, 0.28);
  },
  turn: (audio, out, at) => {
    note(audio, out, at, 660, 0.16, 0.22);
    note(audio, out, at + 0.1, 880, 0.28, 0.2);
  },
  penalty: (audio, out, at) => {
    note(audio, out, at, 300, 0.18, 0.3, "triangle");
    note(audio, out, at + 0.14, 225, 0.3, 0.3, "triangle");
  },
  win: (audio, out, at) => [523, 659, 784, 1047].forEach((pitch, i) => note(audio, out, at + i * 0.11, pitch, 0.4, 0.22)),
  over: (audio, out, at) => [523, 440, 392].forEach((pitch, i) => note(audio, out, at + i * 0.14, pitch, 0.36, 0.18)),
  refuse: (audio, out, at) => note(audio, out, at, 150, 0.12, 0.22, "square"),
};

/** A tone that rings and fades. */
function note(audio: AudioContext, out: AudioNode, at: number, pitch: number, lasts: number, loud: number, form: OscillatorType = "sine"): void {
  const tone = audio.createOscillator();
  tone.type = form;
  tone.frequency.value = pitch;
  tone.connect(fading(audio, out, at, lasts, loud));
  tone.start(at);
  tone.stop(at + lasts);
}

/** Paper on paper: a moment of noise around a pitch. */
function rustle(audio: AudioContext, out: AudioNode, at: number, lasts: number, pitch: number, loud: number): void {
  hiss ??= noise(audio);
  const source = audio.createBufferSource();
  source.buffer = hiss;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.value = pitch;
  band.Q.value = 0.8;
  source.connect(band).connect(fading(audio, out, at, lasts, loud));
  source.start(at, Math.random() * 0.5, lasts);
}

function fading(audio: AudioContext, out: AudioNode, at: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.012, lasts / 4));
  gain.gain.exponentialRampToValueAtTime(0.0001, at + lasts);
  gain.connect(out);
  return gain;
}

function noise(audio: AudioContext): AudioBuffer {
  const buffer = audio.createBuffer(1, audio.sampleRate, audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = Math.random() * 2 - 1;
  return buffer;
}
