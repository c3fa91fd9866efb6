// A form that is sent before the page's scripts are there is sent again as soon as they are: on a slow
// connection its button is shown, and pressed, long before that.

(() => {
  let early = null;

  function hold(event) {
    event.preventDefault();
    event.stopImmediatePropagation();
    early = event;
  }

  addEventListener("submit", hold, true);
  addEventListener("DOMContentLoaded", () => {
    removeEventListener("submit", hold, true);
    if (early) early.target.requestSubmit(early.submitter);
  });
})();
