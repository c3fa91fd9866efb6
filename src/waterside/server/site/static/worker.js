// Tells players whose turn it is when no page of ours is open.

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));

self.addEventListener("push", (event) => {
  const { title, body, tag, address, icon } = event.data.json();
  event.waitUntil(self.registration.showNotification(title, { body, tag, icon, data: { address } }));
});

self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(open(event.notification.data.address));
});

/** Brings the table to the front, in a tab that has it or in a new one. */
async function open(address) {
  const tabs = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const found = tabs.find((tab) => new URL(tab.url).pathname === address);
  if (found) await found.focus();
  else await self.clients.openWindow(address);
}
