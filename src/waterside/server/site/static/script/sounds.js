// Small sounds, made on the spot; silent until the viewer asks for them.

const KEY = "waterside-sounds";
let audio = null;

export function isOn() {
  return localStorage.getItem(KEY) === "on";
}

export function turn(on) {
  localStorage.setItem(KEY, on ? "on" : "off");
  if (on) play("turn");
}

const NOTES = {
  turn: [[660, 0, 0.12], [880, 0.1, 0.18]],
  move: [[240, 0, 0.09]],
  chance: [[420, 0, 0.04], [520, 0.06, 0.04], [470, 0.12, 0.05]],
  chat: [[990, 0, 0.08]],
  end: [[523, 0, 0.2], [659, 0.14, 0.2], [784, 0.28, 0.4]],
};

/** Plays one of the sounds, if sounds are on. */
export function play(name) {
  if (!isOn() || document.hidden) return;
  audio ??= new AudioContext();
  if (audio.state === "suspended") audio.resume();
  for (const [pitch, delay, length] of NOTES[name]) {
    const start = audio.currentTime + delay;
    const tone = audio.createOscillator();
    const volume = audio.createGain();
    tone.type = "sine";
    tone.frequency.setValueAtTime(pitch, start);
    volume.gain.setValueAtTime(0, start);
    volume.gain.linearRampToValueAtTime(0.12, start + 0.012);
    volume.gain.exponentialRampToValueAtTime(0.0005, start + length);
    tone.connect(volume).connect(audio.destination);
    tone.start(start);
    tone.stop(start + length);
  }
}
