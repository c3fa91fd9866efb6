// Sounds that belong to the games, made on the spot of noise and tones: cards, wood, water, a die.
// Silent until the viewer asks for them.

const ON = "waterside-sounds";
const VOLUME = "waterside-volume";
let audio = null;
let noise = null;
let thing = "wood";

export function isOn() {
  return localStorage.getItem(ON) === "on";
}

export function turn(on) {
  localStorage.setItem(ON, on ? "on" : "off");
  if (on) play("turn");
}

/** From 0 to 100. */
export function volume() {
  const known = Number(localStorage.getItem(VOLUME) ?? 60);
  return known >= 0 && known <= 100 ? known : 60;
}

export function setVolume(value) {
  localStorage.setItem(VOLUME, String(value));
  play("move");
}

/** What a game is made of: the sound of its moves. */
export function belongTo(game) {
  thing = { kariba: "card", kariba_mini: "card", cromado: "wood", crocodile: "water", splash: "water" }[game] ?? "wood";
}

// A sound is tones [pitch, delay, length, strength] and gusts of noise [pitch, delay, length, strength].
const TONE = "tone";
const GUST = "gust";
const SOUNDS = {
  card: [[GUST, 3200, 0, 0.09, 0.5], [GUST, 1400, 0.05, 0.05, 0.35]],
  wood: [[TONE, 190, 0, 0.09, 0.5], [GUST, 900, 0, 0.03, 0.4]],
  water: [[GUST, 700, 0, 0.22, 0.35], [TONE, 520, 0.06, 0.1, 0.14], [TONE, 760, 0.12, 0.09, 0.1]],
  die: [[GUST, 2000, 0, 0.03, 0.5], [GUST, 1700, 0.09, 0.03, 0.45], [GUST, 2200, 0.17, 0.03, 0.35], [GUST, 1500, 0.23, 0.04, 0.5]],
  turn: [[TONE, 660, 0, 0.12, 0.3], [TONE, 880, 0.1, 0.2, 0.3]],
  chat: [[TONE, 990, 0, 0.08, 0.25]],
  won: [[TONE, 523, 0, 0.2, 0.3], [TONE, 659, 0.14, 0.2, 0.3], [TONE, 784, 0.28, 0.25, 0.3], [TONE, 1047, 0.42, 0.45, 0.3]],
  lost: [[TONE, 523, 0, 0.25, 0.28], [TONE, 440, 0.2, 0.25, 0.28], [TONE, 392, 0.4, 0.45, 0.28]],
};

/** Plays a sound, if sounds are on: that of a move is the game's own. */
export function play(name) {
  if (!isOn() || document.hidden || volume() === 0) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  const found = { move: thing, chance: thing === "wood" ? "die" : thing }[name] ?? name;
  document.documentElement.dataset.sound = found;
  for (const [kind, pitch, delay, length, strength] of SOUNDS[found]) {
    const start = audio.currentTime + delay;
    const gain = audio.createGain();
    const loudness = strength * (volume() / 100) ** 2;
    gain.gain.setValueAtTime(0, start);
    gain.gain.linearRampToValueAtTime(loudness, start + 0.008);
    gain.gain.exponentialRampToValueAtTime(0.0005, start + length);
    const source = kind === TONE ? tone(pitch, start, length) : gust(pitch, start, length);
    source.connect(gain).connect(audio.destination);
  }
}

function tone(pitch, start, length) {
  const source = audio.createOscillator();
  source.type = "sine";
  source.frequency.setValueAtTime(pitch, start);
  source.start(start);
  source.stop(start + length);
  return source;
}

/** A breath of noise around a pitch: paper, wood and water are little else. */
function gust(pitch, start, length) {
  if (!noise) {
    noise = audio.createBuffer(1, audio.sampleRate / 2, audio.sampleRate);
    const samples = noise.getChannelData(0);
    for (let at = 0; at < samples.length; at++) samples[at] = Math.random() * 2 - 1;
  }
  const source = audio.createBufferSource();
  const filter = audio.createBiquadFilter();
  source.buffer = noise;
  filter.type = "bandpass";
  filter.frequency.setValueAtTime(pitch, start);
  filter.Q.setValueAtTime(1.2, start);
  source.start(start);
  source.stop(start + length);
  source.connect(filter);
  return filter;
}
