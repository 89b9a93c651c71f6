// Marks the root element before the first paint, so that nothing shows and then disappears.
(function () {
  var marks = document.documentElement.dataset;
  try {
    if (sessionStorage.getItem("introSeen") === null) {
      sessionStorage.setItem("introSeen", "true");
      marks.intro = "showing";
      performance.mark("intro");
    }
    if (localStorage.getItem("premeetupHidden") === "true") {
      marks.premeetup = "hidden";
    }
    var hidden = localStorage.getItem("hiddenParts");
    if (hidden !== null) marks.hidden = hidden;
  } catch {
    // Storage is forbidden here: no intro, and everything stays.
  }

  // An answer that the address names is open when it is first painted: opened later, it would push the rest about.
  if (location.hash.length > 1) {
    var search = new MutationObserver(function () {
      var answer = document.getElementById(location.hash.slice(1));
      var entry = answer && answer.closest("details");
      if (entry) entry.open = true;
      if (answer || document.readyState !== "loading") search.disconnect();
    });
    search.observe(document, { childList: true, subtree: true });
  }

  // A button pressed before the page is alive is marked; `early-presses.ts` presses it again.
  addEventListener(
    "click",
    function (event) {
      var button = event.target.closest("button[type=button]");
      if (button && !("alive" in marks)) button.dataset.pressed = "";
    },
    true,
  );

  // A form whose script has not come yet must not leave the page: it waits, and `use-form.ts` sends it.
  addEventListener(
    "submit",
    function (event) {
      var form = event.target.dataset;
      if ("ready" in form) return;
      form.waiting = "";
      event.preventDefault();
    },
    true,
  );
})();
