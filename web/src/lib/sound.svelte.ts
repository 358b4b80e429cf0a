/** The sounds of a table, synthesised from noise and a few tones: nothing is downloaded. A page is silent until the first press. */

import { settings } from "./settings.svelte";

export type Sound =
  | "card" | "draw" | "flip" | "knock" | "shuffle" | "chip" | "turn" | "last" | "run" | "bomb" | "penalty" | "win" | "over" | "refuse" | "join" | "chat";

interface Desk {
  audio: AudioContext;
  out: AudioNode;
  hiss: AudioBuffer;
}

let desk: Desk | null = null;

/** Play a sound after this many milliseconds, if sounds are on and the browser allows them. */
export function play(sound: Sound, after = 0): void {
  if (!settings.sound || settings.volume <= 0 || typeof AudioContext === "undefined") return;
  // a page must stay silent until somebody presses something
  if (navigator.userActivation && !navigator.userActivation.hasBeenActive) return;
  desk ??= setUp();
  const { audio, out } = desk;
  if (audio.state === "suspended") void audio.resume();
  const volume = audio.createGain();
  volume.gain.value = settings.volume;
  volume.connect(out);
  SOUNDS[sound]({ ...desk, out: volume }, audio.currentTime + after / 1000);
}

/** Set up the output; a compressor keeps many cards at once no louder than a few. */
function setUp(): Desk {
  const audio = new AudioContext();
  const out = audio.createDynamicsCompressor();
  out.connect(audio.destination);
  return { audio, out, hiss: noise(audio) };
}

type Maker = (desk: Desk, at: number) => void;

/** Vary a value at random, so that no two cards sound the same. */
const about = (value: number, by = 0.12) => value * (1 + (Math.random() * 2 - 1) * by);

const SOUNDS: Record<Sound, Maker> = {
  // slides over the felt and lands
  card: (desk, at) => {
    brush(desk, at, { lasts: 0.09, from: about(3200), to: about(1700), loud: 0.3 });
    thump(desk, at + 0.07, about(150), 0.5);
    brush(desk, at + 0.07, { lasts: 0.03, from: about(5200), to: 3000, loud: 0.34 });
  },
  draw: (desk, at) => brush(desk, at, { lasts: about(0.14), from: about(1100), to: about(3400), loud: 0.26 }),
  flip: (desk, at) => {
    brush(desk, at, { lasts: 0.05, from: about(4200), to: 2600, loud: 0.3 });
    brush(desk, at + 0.06, { lasts: 0.035, from: about(2600), to: 1800, loud: 0.34 });
  },
  knock: (desk, at) => [0, 0.13].forEach((later) => thump(desk, at + later, about(210, 0.05), 0.9)),
  // two halves fall into each other and are squared up
  shuffle: (desk, at) => {
    for (let i = 0; i < 16; i++) brush(desk, at + i * 0.026 + Math.random() * 0.008, { lasts: 0.022, from: about(3800), to: 2400, loud: 0.1 + (i / 16) * 0.14 });
    brush(desk, at + 0.47, { lasts: 0.13, from: 1600, to: 900, loud: 0.22 });
    thump(desk, at + 0.58, 170, 0.45);
  },
  chip: (desk, at) => [0, 0.045].forEach((later) => bell(desk, at + later, about(2900, 0.06), 0.07, 0.1)),
  turn: (desk, at) => {
    bell(desk, at, 659, 0.5, 0.16);
    bell(desk, at + 0.11, 988, 0.7, 0.14);
  },
  last: (desk, at) => [880, 880, 1175].forEach((pitch, i) => bell(desk, at + i * 0.1, pitch, 0.35, 0.15)),
  run: (desk, at) => [523, 587, 659, 784].forEach((pitch, i) => bell(desk, at + i * 0.06, pitch, 0.22, 0.11)),
  bomb: (desk, at) => {
    thump(desk, at, 90, 1.3, 0.5);
    brush(desk, at, { lasts: 0.55, from: 2600, to: 160, loud: 0.5 });
  },
  penalty: (desk, at) => {
    tone(desk, at, { pitch: 311, to: 290, lasts: 0.22, loud: 0.2, form: "triangle" });
    tone(desk, at + 0.16, { pitch: 233, to: 208, lasts: 0.4, loud: 0.22, form: "triangle" });
  },
  win: (desk, at) => {
    [523, 659, 784, 1047].forEach((pitch, i) => bell(desk, at + i * 0.1, pitch, 0.7, 0.15));
    [523, 659, 784].forEach((pitch) => bell(desk, at + 0.45, pitch, 1.3, 0.1));
  },
  over: (desk, at) => [523, 440, 349].forEach((pitch, i) => bell(desk, at + i * 0.15, pitch, 0.6, 0.13)),
  refuse: (desk, at) => [0, 0.09].forEach((later) => thump(desk, at + later, 120, 0.6)),
  join: (desk, at) => [392, 587].forEach((pitch, i) => bell(desk, at + i * 0.12, pitch, 0.5, 0.13)),
  chat: (desk, at) => tone(desk, at, { pitch: 620, to: 930, lasts: 0.09, loud: 0.14, form: "sine" }),
};

interface Tone {
  pitch: number;
  to: number;
  lasts: number;
  loud: number;
  form: OscillatorType;
}

/** A tone that glides and fades. */
function tone({ audio, out }: Desk, at: number, { pitch, to, lasts, loud, form }: Tone): void {
  const source = audio.createOscillator();
  source.type = form;
  source.frequency.setValueAtTime(pitch, at);
  source.frequency.exponentialRampToValueAtTime(to, at + lasts);
  source.connect(fading(audio, out, at, lasts, loud));
  source.start(at);
  source.stop(at + lasts);
}

/** A small bell: a tone with quieter, shorter overtones. */
function bell(desk: Desk, at: number, pitch: number, lasts: number, loud: number): void {
  [1, 2.76, 5.4].forEach((part, i) => tone(desk, at, { pitch: pitch * part, to: pitch * part, lasts: lasts / (1 + i * 1.6), loud: loud / (1 + i * 2.2), form: "sine" }));
}

/** Something soft hitting wood. */
function thump(desk: Desk, at: number, pitch: number, loud: number, lasts = 0.09): void {
  tone(desk, at, { pitch: pitch * 1.6, to: pitch * 0.6, lasts, loud, form: "sine" });
}

/** Paper over felt: noise whose spectrum changes. */
function brush({ audio, out, hiss }: Desk, at: number, { lasts, from, to, loud }: { lasts: number; from: number; to: number; loud: number }): void {
  const source = audio.createBufferSource();
  source.buffer = hiss;
  const band = audio.createBiquadFilter();
  band.type = "bandpass";
  band.frequency.setValueAtTime(from, at);
  band.frequency.exponentialRampToValueAtTime(to, at + lasts);
  band.Q.value = 0.7;
  source.connect(band).connect(fading(audio, out, at, lasts, loud));
  source.start(at, Math.random() * 0.5, lasts);
}

function fading(audio: AudioContext, out: AudioNode, at: number, lasts: number, loud: number): GainNode {
  const gain = audio.createGain();
  gain.gain.setValueAtTime(0.0001, at);
  gain.gain.exponentialRampToValueAtTime(loud, at + Math.min(0.008, lasts / 4));
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
