import { settings } from "./settings";

export type Sound = "move" | "capture" | "check" | "end" | "notice" | "refusal" | "low" | "turn";

let context: AudioContext | null = null;

/** A knock: a short burst of noise through a filter, as wood on wood. */
function knock(audio: AudioContext, at: number, pitch: number, volume: number): void {
  const length = 0.07;
  const buffer = audio.createBuffer(1, Math.ceil(audio.sampleRate * length), audio.sampleRate);
  const samples = buffer.getChannelData(0);
  for (let i = 0; i < samples.length; i++) samples[i] = (Math.random() * 2 - 1) * Math.exp((-i / samples.length) * 7);
  const source = new AudioBufferSourceNode(audio, { buffer });
  const filter = new BiquadFilterNode(audio, { type: "bandpass", frequency: pitch, Q: 1.4 });
  const gain = new GainNode(audio, { gain: volume });
  source.connect(filter).connect(gain).connect(audio.destination);
  source.start(at);
}

/** A soft note. */
function note(audio: AudioContext, at: number, pitch: number, length: number, volume: number): void {
  const source = new OscillatorNode(audio, { type: "sine", frequency: pitch });
  const gain = new GainNode(audio, { gain: 0 });
  gain.gain.setValueAtTime(0, at);
  gain.gain.linearRampToValueAtTime(volume, at + 0.015);
  gain.gain.exponentialRampToValueAtTime(0.0001, at + length);
  source.connect(gain).connect(audio.destination);
  source.start(at);
  source.stop(at + length);
}

const SCORES: Record<Sound, (audio: AudioContext, at: number) => void> = {
  move: (audio, at) => knock(audio, at, 900, 1.4),
  capture: (audio, at) => {
    knock(audio, at, 700, 1.6);
    knock(audio, at + 0.055, 1300, 1.2);
  },
  check: (audio, at) => {
    knock(audio, at, 900, 1.4);
    note(audio, at + 0.03, 660, 0.25, 0.15);
  },
  end: (audio, at) => {
    for (const [i, pitch] of [392, 494, 587].entries()) note(audio, at + i * 0.13, pitch, 0.5, 0.15);
  },
  notice: (audio, at) => note(audio, at, 587, 0.3, 0.12),
  refusal: (audio, at) => note(audio, at, 180, 0.16, 0.18),
  turn: (audio, at) => {
    for (const [i, pitch] of [659, 880].entries()) note(audio, at + 0.1 + i * 0.16, pitch, 0.45, 0.15);
  },
  low: (audio, at) => note(audio, at, 880, 0.1, 0.12),
};

/** Sounds made on the spot; no file is loaded. */
export const sounds = {
  play(sound: Sound): void {
    if (settings.get().isMuted) return;
    // Browsers let a page sound only after the first click or key.
    if (!navigator.userActivation?.hasBeenActive) return;
    context ??= new AudioContext();
    if (context.state === "suspended") void context.resume();
    SCORES[sound](context, context.currentTime);
  },
};
