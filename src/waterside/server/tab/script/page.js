// Loaded first on every page of a static site: what the pages' scripts ask of a server is answered by the
// files beside them and by the page's own worker. The scripts are those of the server's pages.

(() => {
  const base = new URL("..", document.currentScript.src);
  const { language, page } = document.currentScript.dataset;
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
      worker.onmessage = ({ data }) => (data.line ? lines.get(data.line)?.hear(data) : answer(data));
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

  // Addresses

  /** Where the file lies that a server would send from this address. */
  function place(address) {
    const { pathname, searchParams } = new URL(address, "http://server");
    const parts = pathname.split("/").filter(Boolean).map(decodeURIComponent);
    if (parts[0] === "games" || parts[0] === "scenery") return new URL(parts.join("/"), base);
    const players = searchParams.get("players");
    const name = parts.length ? [...parts, ...(players ? [players] : [])].join("-") : "index";
    const ending = parts[0] === "tour" && parts.length === 3 ? ".json" : name.endsWith(".svg") ? "" : ".html";
    return new URL(`${language}/${name}${ending}`, base);
  }

  const reply = (body, status = 200) => new Response(JSON.stringify(body), { status });

  async function created(wish) {
    try {
      const id = await ask("create", { wish, identity, name: wish.name ?? "" });
      return reply({ id, link: new URL(`${language}/table-${wish.game}.html?${id}`, base).href });
    } catch (problem) {
      return reply({ text: problem.message }, 400);
    }
  }

  globalThis.fetch = async (address, how) => {
    if (typeof address !== "string" || !address.startsWith("/") || address.startsWith("//")) {
      return realFetch(address, how);
    }
    if (address === "/api/session") return reply({});
    if (address === "/api/tables") return created(JSON.parse(how.body));
    if (address === "/getting-ready") return reply({ done: 1, total: 1 });
    if (address.startsWith("/scenery/") && page === "table") {
      const [, , game, variant] = address.split("/");
      return new Response(await ask("scenery", { game, variant }));
    }
    if (address.startsWith("/api/")) return reply({}, 404);
    return realFetch(place(address), how);
  };

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

  /** Links that scripts make lead to the files here. */
  addEventListener("click", (event) => {
    const address = event.target.closest?.("a[href]")?.getAttribute("href");
    if (!address?.startsWith("/")) return;
    event.preventDefault();
    location.assign(place(address));
  });

  /** The tables that were set up in this browser, in the list that the page has for them. */
  async function listTables(row) {
    const { list } = await import(new URL("tab/kept.js", base));
    const found = await list();
    const section = row.closest("section");
    section.hidden = found.length === 0;
    row.replaceWith(...found.slice(0, 8).map((table) => {
      const entry = row.cloneNode(true);
      entry.removeAttribute("id");
      entry.querySelector("a").href = new URL(`${language}/table-${table.game}.html?${table.id}`, base);
      entry.querySelector("img").src = new URL(`games/${table.game}.svg`, base);
      entry.querySelector("[data-title]").textContent = table.title;
      entry.querySelector("[data-names]").textContent = table.seats.map((seat) => seat.name).filter(Boolean).join(" · ");
      return entry;
    }));
  }

  const main = document.getElementById("main");
  if (page === "table") {
    const table = location.search.slice(1);
    main.dataset.table = table;
    main.dataset.socket = `/api/tables/${table}/socket`;
  }
  const row = document.getElementById("own-table");
  if (row) listTables(row);
  for (const option of document.querySelectorAll('.seat-wish option[value="person"]')) option.remove();
  document.querySelector('[name="public"]')?.closest("fieldset")?.setAttribute("hidden", "");
  if (["table", "index", "new", "tour"].includes(page)) ask("ready").then(keepFiles);

  /** Everything is kept for the next time, with or without a network, once this page has what it needs. */
  async function keepFiles() {
    if (!navigator.serviceWorker) return;
    await navigator.serviceWorker.register(new URL("worker.js", base));
    const { active } = await navigator.serviceWorker.ready;
    active.postMessage({ language });
  }
})();
