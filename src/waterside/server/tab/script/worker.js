// The service worker of a static site: keeps its files, so that everything works without a network.
// VERSION and FILES are written at its head. A new version waits until no page of the old one is open:
// a game in progress goes on with the files that it began with.

const CACHE = `waterside-files-${VERSION}`;
const SHARED = FILES.filter((file) => !/^(en|fr|de)\//.test(file));

async function keep(files) {
  const cache = await caches.open(CACHE);
  const missing = [];
  for (const file of files) if (!(await cache.match(file))) missing.push(file);
  await cache.addAll(missing);
}

addEventListener("install", (event) => event.waitUntil(keep(SHARED)));

addEventListener("activate", (event) => event.waitUntil((async () => {
  const names = await caches.keys();
  await Promise.all(names.filter((name) => name.startsWith("waterside-files-") && name !== CACHE).map((name) => caches.delete(name)));
  await clients.claim();
})()));

/** A page says in which language it is read: its pages are kept, too. */
addEventListener("message", (event) => {
  event.waitUntil(keep(FILES.filter((file) => file.startsWith(`${event.data.language}/`))));
});

addEventListener("fetch", (event) => {
  if (event.request.method !== "GET" || !event.request.url.startsWith(registration.scope)) return;
  event.respondWith((async () => {
    const cache = await caches.open(CACHE);
    return await cache.match(event.request, { ignoreSearch: true }) ?? fetch(event.request);
  })());
});
