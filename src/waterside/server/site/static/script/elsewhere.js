// For a player who looks elsewhere: the title and the icon say whose turn it is, and, where the
// player allows it, the browser tells; with the tab closed too, where this server can do that.

import { post } from "./post.js";
import { say } from "./texts.js";

const ON = "waterside-notify";
const WORKER = "/worker.js";

export class Elsewhere {
  constructor(menu) {
    this.icon = document.querySelector("link[rel=icon]");
    this.usual = this.icon.href;
    this.key = menu.dataset.pushKey;
    this.worker = null;
    this.knob = menu.querySelector("#notify");
    this.knob.checked = this.isOn;
    this.knob.closest("label").hidden = !("Notification" in window);
    this.knob.addEventListener("change", () => (this.knob.checked ? this.turnOn() : this.turnOff()));
    if (this.isOn) this.register();
  }

  get isOn() {
    return "Notification" in window && Notification.permission === "granted" && localStorage.getItem(ON) === "on";
  }

  /** Shows in the title, the icon and on an installed app's sign whether it is the viewer's turn. */
  mark({ table, game, phase, you }) {
    const mine = phase === "playing" && game !== null && you.seats.includes(game.actor);
    document.title = `${mine ? "● " : ""}${table.title} – Waterside`;
    const icon = mine ? this.icon.dataset.turn : this.usual;
    if (this.icon.href !== icon) this.icon.href = icon;
    const badge = mine ? navigator.setAppBadge?.(1) : navigator.clearAppBadge?.();
    badge?.catch(() => {});
  }

  /** Tells a player whose tab is in the background. */
  async yourTurn({ table }) {
    if (!this.isOn || !document.hidden) return;
    const about = { body: table.title, tag: table.id, icon: this.usual, data: { address: location.pathname } };
    const worker = await this.worker;
    if (worker) worker.showNotification(say("your-turn"), about);
    else new Notification(say("your-turn"), about);
  }

  async turnOn() {
    const allowed = await Notification.requestPermission();
    localStorage.setItem(ON, allowed === "granted" ? "on" : "off");
    this.knob.checked = this.isOn;
    if (this.isOn) await this.register();
  }

  async turnOff() {
    localStorage.setItem(ON, "off");
    const worker = await navigator.serviceWorker?.getRegistration();
    const known = await worker?.pushManager.getSubscription();
    if (!known) return;
    await post("/api/push/forget", { endpoint: known.endpoint }).catch(() => {});
    await known.unsubscribe();
  }

  /** The worker shows notifications; where the server has keys they come with the tab closed too. */
  async register() {
    if (!("serviceWorker" in navigator)) return;
    this.worker = navigator.serviceWorker.register(WORKER).then(() => navigator.serviceWorker.ready).catch(() => null);
    const worker = await this.worker;
    if (!worker || !this.key || !("pushManager" in worker)) return;
    const known = await worker.pushManager.getSubscription();
    const wanted = { userVisibleOnly: true, applicationServerKey: this.key };
    const subscription = known ?? await worker.pushManager.subscribe(wanted).catch(() => null);
    if (!subscription) return;
    const { endpoint, keys } = subscription.toJSON();
    await post("/api/push/subscribe", { endpoint, p256dh: keys.p256dh, auth: keys.auth }).catch(() => {});
  }
}
