// Loaded first on every page of a static site: what the pages' scripts ask of a server is answered by the
// files beside them and by the page's own worker. The scripts are those of the server's pages.

(() => {
  const base = new URL("..", document.currentScript.src);
  const { language, waiting: waitingText, trouble: troubleText } = document.currentScript.dataset;
  let { page } = document.currentScript.dataset;
  const LATER = 4000; // milliseconds after the start: not while the first table is opened
  const realFetch = globalThis.fetch.bind(globalThis);
  const identity = localStorage.getItem("waterside-identity") ?? crypto.randomUUID();
  localStorage.setItem("waterside-identity", identity);
  const theme = localStorage.getItem("waterside-theme");
  if (theme) document.documentElement.classList.add(theme);

  // The worker

  let worker = null;
  let count = 0;
  const waiting = new Map();
  const lines = new Map();

  function ask(name, parts = {}) {
    if (!worker) {
      worker = new Worker(new URL("tab/tables.js", base), { type: "module" });
      worker.onmessage = ({ data }) => {
        if (data.loaded !== undefined) showLoading(data.loaded);
        else if (data.line) lines.get(data.line)?.hear(data);
        else answer(data);
      };
    }
    const id = ++count;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker.postMessage({ id, request: name, ...parts });
    });
  }

  function answer({ id, result, problem }) {
    const { resolve, reject } = waiting.get(id);
    waiting.delete(id);
    if (problem === undefined) resolve(result);
    else reject(new Error(problem));
  }

  /** How much of what the worker needs is here, from 0 to 1: a bar at the top, until it is ready. */
  let bar = null;
  function showLoading(share) {
    if (share >= 1) bar?.remove();
    else if (!bar) {
      bar = document.createElement("progress");
      bar.className = "tab-loading";
      bar.setAttribute("aria-label", waitingText);
      document.documentElement.append(bar);
    }
    bar?.setAttribute("value", String(share));
  }

  // Addresses

  const shared = ["games", "scenery", "faces"];
  const written = ["table", "new", "rules", "tour"];

  /** Where the file lies that a server would send from this address; as in `addresses.py`. */
  function place(address) {
    const { pathname, search, searchParams } = new URL(address, "http://server");
    const parts = pathname.split("/").filter(Boolean).map(decodeURIComponent);
    if (shared.includes(parts[0])) return new URL(parts.join("/"), base);
    if (pathname === "/position") return new URL(`${language}/position.html${search}`, base);
    if (parts.length && pathname !== "/replay" && !written.includes(parts[0])) {
      return new URL(`${language}/page.html?${address}`, base);
    }
    const players = searchParams.get("players");
    const name = parts.length ? [...parts, ...(players ? [players] : [])].join("-") : "index";
    const ending = parts[0] === "tour" && parts.length > 2 ? ".json" : name.endsWith(".svg") ? "" : ".html";
    return new URL(`${language}/${name}${ending}`, base);
  }

  const tablePlace = (game, table) => new URL(`${language}/table-${game}.html?${table}`, base);

  const replaceState = history.replaceState.bind(history);
  history.replaceState = (state, unused, address) => (
    replaceState(state, unused, address?.startsWith("/") ? place(address) : address)
  );

  // What a server would answer

  const reply = (body, status = 200) => new Response(JSON.stringify(body), { status });

  async function created(wish) {
    try {
      const id = await ask("create", { wish, identity, name: wish.name ?? "" });
      return reply({ id, link: tablePlace(wish.game, id).href });
    } catch (problem) {
      return reply({ text: problem.message }, 400);
    }
  }

  /** The worker's answer to a request; pages that only say where else to look are followed. */
  async function answered(address, { method = "GET", body = "" } = {}) {
    const found = await ask("answer", { question: { method, address, body, language, identity } });
    return found.location ? answered(found.location) : found;
  }

  async function fetched(address, how) {
    const { status, type, body } = await answered(address, how);
    if (address !== "/replay" || status !== 200) return new Response(body, { status, headers: { "content-type": type } });
    return reply({ address: place(JSON.parse(body).address).href });
  }

  globalThis.fetch = async (address, how) => {
    if (typeof address !== "string" || !address.startsWith("/") || address.startsWith("//")) {
      return realFetch(address, how);
    }
    if (address === "/api/session") return reply({});
    if (address === "/api/tables") return created(JSON.parse(how.body));
    const [, first, game, variant] = address.split("/");
    if (first === "scenery" && ["table", "page", "position"].includes(page)) {
      return new Response(await ask("scenery", { game, variant }));
    }
    if (shared.includes(first) || written.includes(first)) return realFetch(place(address), how);
    return fetched(address, how);
  };

  let isKept = false;

  globalThis.WebSocket = class {
    static OPEN = 1;

    constructor(url) {
      this.readyState = 0;
      this.line = crypto.randomUUID();
      lines.set(this.line, this);
      const table = new URL(url).pathname.split("/").at(-2);
      const name = localStorage.getItem("waterside-name") ?? "";
      ask("connect", { line: this.line, table, identity, name, language }).then((found) => {
        if (!found) {
          this.hear({ code: 4404 });
          return;
        }
        this.readyState = 1;
        this.onopen?.();
      }, () => this.hear({ code: 4503 }));
    }

    hear({ text, code }) {
      if (text !== undefined) this.onmessage?.({ data: text });
      else {
        this.readyState = 3;
        this.onclose?.({ code });
      }
    }

    send(text) {
      if (!isKept && JSON.parse(text).type === "play") {
        isKept = true;
        navigator.storage?.persist?.(); // now there is something that would be missed
      }
      ask("send", { line: this.line, text });
    }

    close() {
      this.readyState = 3;
      ask("close", { line: this.line });
    }
  };

  // What the page shows

  /** Language and colours: another page, or another class. */
  addEventListener("submit", (event) => {
    const form = event.target;
    if (form.getAttribute("action") !== "/settings") return;
    event.preventDefault();
    const { name, value } = event.submitter;
    if (name === "language") {
      const file = location.pathname.split("/").at(-1) || "index.html";
      location.assign(new URL(`${value}/${file}${location.search}${location.hash}`, base));
      return;
    }
    localStorage.setItem("waterside-theme", value);
    document.documentElement.classList.remove("light", "dark");
    if (value) document.documentElement.classList.add(value);
  });

  /** Links that scripts make lead to the files here; what is downloaded is made here, too. */
  addEventListener("click", (event) => {
    const link = event.target.closest?.("a[href]");
    const address = link?.getAttribute("href");
    if (!address?.startsWith("/")) return;
    event.preventDefault();
    if (address.startsWith("/api/")) download(address, link.download);
    else location.assign(place(address));
  });

  async function download(address, name) {
    const { body } = await answered(address);
    const link = document.createElement("a");
    link.href = URL.createObjectURL(new Blob([body], { type: "text/plain" }));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000);
  }

  /** A page that the worker makes takes the place of this one. */
  async function open(address) {
    const [, table] = /^\/t\/([\w-]+)$/.exec(address) ?? [];
    if (table) {
      const { gameOf } = await import(new URL("tab/kept.js", base));
      const game = await gameOf(table);
      location.replace(game ? tablePlace(game, table) : place("/"));
      return;
    }
    const { type, body } = await answered(address);
    if (type !== "text/html") {
      document.querySelector("#main [role=status]").textContent = JSON.parse(body).text;
      return;
    }
    await show(body);
  }

  /** Shows the text of another page in this document. */
  async function show(text) {
    const made = new DOMParser().parseFromString(text, "text/html");
    document.title = made.title;
    const known = new Set([...document.head.querySelectorAll("link")].map((link) => link.getAttribute("href")));
    const wanted = [...made.head.querySelectorAll("link")].filter((link) => !known.has(link.getAttribute("href")));
    const styled = wanted.filter((link) => link.rel === "stylesheet").map((link) => new Promise((resolve) => {
      link.onload = resolve;
      link.onerror = resolve;
    }));
    document.head.append(...wanted);
    await Promise.all(styled);
    document.body.replaceWith(made.body);
    prepare();
    for (const old of made.head.querySelectorAll('script[type="module"]')) {
      const script = document.createElement("script");
      script.type = "module";
      script.src = old.getAttribute("src");
      document.head.append(script);
    }
  }

  /** A new table is opened in the document where it was set up: Python would start again in another one.
   * Going back loads the page before as usual. */
  globalThis.navigation?.addEventListener("navigate", (event) => {
    const { pathname } = new URL(event.destination.url);
    const isTable = pathname.startsWith(new URL(`${language}/table-`, base).pathname);
    if (!["index", "new"].includes(page) || !isTable || !event.canIntercept || event.navigationType === "traverse") return;
    page = "table";
    event.intercept({
      async handler() {
        const answer = await realFetch(event.destination.url);
        await show(await answer.text());
        shown = location.pathname;
      },
    });
  });
  let shown = location.pathname;
  addEventListener("popstate", () => { if (location.pathname !== shown) location.reload(); });

  /** The tables that were set up in this browser, in the list that the page has for them. */
  async function listTables(row) {
    const { list } = await import(new URL("tab/kept.js", base));
    const found = await list();
    const section = row.closest("section");
    section.hidden = found.length === 0;
    row.replaceWith(...found.slice(0, 8).map((table) => {
      const entry = row.cloneNode(true);
      entry.removeAttribute("id");
      entry.querySelector("a").href = tablePlace(table.game, table.id);
      entry.querySelector("img").src = new URL(`games/${table.game}.svg`, base);
      entry.querySelector("[data-title]").textContent = table.title;
      entry.querySelector("[data-names]").textContent = table.seats.map((seat) => seat.name).filter(Boolean).join(" · ");
      return entry;
    }));
  }

  /** What differs from a server's page. */
  function prepare() {
    if (page === "table") {
      const main = document.getElementById("main");
      const table = location.search.slice(1);
      main.dataset.table = table;
      main.dataset.socket = `/api/tables/${table}/socket`;
    }
    const row = document.getElementById("own-table");
    if (row) listTables(row);
    for (const option of document.querySelectorAll('.seat-wish option[value="person"]')) option.remove();
    document.querySelector('[name="public"]')?.closest("fieldset")?.setAttribute("hidden", "");
  }

  prepare();
  const made = page === "page" ? decodeURIComponent(location.search.slice(1)) : page === "position" ? `/position${location.search}` : "";
  if (made) {
    open(made).catch((problem) => {
      document.querySelector("#main [role=status]").textContent = troubleText.replace("{problem}", problem.message);
      throw problem;
    });
  }
  if (page !== "rules") ask("ready").then(keepFiles);

  /** Everything is kept for the next time, with or without a network, once this page has what it needs. */
  async function keepFiles() {
    if (!navigator.serviceWorker) return;
    await navigator.serviceWorker.register(new URL("worker.js", base));
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ language });
    setTimeout(() => new Worker(new URL("tab/remember.js", base), { type: "module" }), LATER);
  }
})();
