// The first page of a static site: on to the reader's language.
const known = ["en", "fr", "de"];
const wanted = navigator.languages.map((one) => one.slice(0, 2)).find((one) => known.includes(one)) ?? "en";
location.replace(`${wanted}/index.html`);
