// Sets attributes on the root element before the first paint, so that no part of the page appears and then disappears.
(function () {
  var marks = document.documentElement.dataset;
  keepInMemory();

  // The first picture of the gallery takes its place before the scripts know of it.
  if (marks.picture && location.search === "") {
    document.documentElement.style.setProperty(
      "--first-picture",
      "url(" + JSON.stringify(marks.picture) + ")",
    );
  }

  try {
    // Addresses are in lower case, but for the code of an invitation. The server redirects; hosts of files may not.
    var address = location.pathname.replace(
      /^(?!\/join\/).+|^\/join/i,
      function (known) {
        return known.toLowerCase();
      },
    );
    if (address !== location.pathname)
      history.replaceState(null, "", address + location.search + location.hash);

    if (localStorage.getItem("premeetupHidden") === "true") {
      marks.premeetup = "hidden";
    }
    var keys = Object.keys(localStorage).concat(Object.keys(sessionStorage));
    if (keys.join().indexOf("__convexAuthJWT") >= 0) marks.session = "stored";
    // What the server knows counts; a host of files knows nothing of the settings.
    if (marks.settings !== "served") {
      var hidden = localStorage.getItem("hiddenParts");
      if (hidden !== null) marks.hidden = hidden;
      var phase = localStorage.getItem("eventPhase");
      if (phase !== null) marks.phase = phase;
    }
    // Any page is a session's first visit, but the intro is for those who look around: who opens another page has
    // something to do.
    var isFirstVisit = sessionStorage.getItem("introSeen") === null;
    if (isFirstVisit) sessionStorage.setItem("introSeen", "true");
    if (isFirstVisit && /^\/(home|about|faq)?\/?$/.test(location.pathname)) {
      marks.intro = "showing";
      performance.mark("intro");
      // What the intro covers takes no focus and no keys, also before `site-layout.tsx` sees to it.
      onParsed(function () {
        var site = document.querySelector("#root > div");
        if (site) site.inert = true;
        return site;
      });
    }
    // For guests who follow a link of the page before `kept-invitation.ts` has kept their invitation.
    var invited = /^\/join\/([A-Z0-9]{6})(?!\w)/.exec(location.pathname);
    if (invited && marks.session === undefined) {
      var weekMs = 7 * 24 * 60 * 60 * 1000;
      localStorage.setItem(
        "invitation",
        invited[1] + " " + (Date.now() + weekMs),
      );
    }
  } catch {
    // The storage is full.
  }

  // Opens the answer that the URL's fragment names before the first paint; opening it later would shift the layout.
  if (location.hash.length > 1) {
    onParsed(function () {
      var answer = document.getElementById(location.hash.slice(1));
      var entry = answer && answer.closest("details");
      if (entry) entry.open = true;
      return answer;
    });
  }

  // Marks buttons that are clicked before React has hydrated the page; `early-presses.ts` clicks them again.
  addEventListener(
    "click",
    function (event) {
      var button = event.target.closest("button[type=button]");
      if (button && !("alive" in marks)) button.dataset.pressed = "";
    },
    true,
  );

  // Stops a form that is submitted before its script has loaded from leaving the page; `use-form.ts` submits it later.
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

  // Tells `late-parts.tsx`, which may be loaded later, that the page is used. Screen readers click, and dictation writes,
  // without pointer and keys.
  ["pointerdown", "keydown", "click", "input"].forEach(function (sign) {
    var tell = function () {
      dispatchEvent(new Event("used"));
    };
    addEventListener(sign, tell, { capture: true, once: true });
  });
  addEventListener("used", function () {
    marks.used = "";
  });

  // Calls `find` with each part of the HTML, before it is painted, until it finds something.
  function onParsed(find) {
    var search = new MutationObserver(function () {
      if (find() || document.readyState !== "loading") search.disconnect();
    });
    search.observe(document, { childList: true, subtree: true });
  }

  // Where the browser has no storage or refuses it, entries live as long as the page. What is done once in a session
  // counts as done: the intro, and loading the page again for want of a part (`line.ts`).
  function keepInMemory() {
    class Memory {
      getItem(key) {
        return key in this ? this[key] : null;
      }
      setItem(key, value) {
        this[key] = String(value);
      }
      removeItem(key) {
        delete this[key];
      }
    }
    // Nobody else is on it.
    class Channel {
      addEventListener() {}
      postMessage() {}
      close() {}
    }
    ["localStorage", "sessionStorage"].forEach(function (name) {
      try {
        if (window[name]) return;
      } catch {
        // What else the pages of a site meet by is refused, too.
        Object.defineProperty(navigator, "locks", { value: undefined });
        window.BroadcastChannel = Channel;
      }
      var value = Object.assign(new Memory(), {
        introSeen: "true",
        hackarenaLoadedAgain: "Infinity",
      });
      Object.defineProperty(window, name, { value: value });
    });
  }
})();
