// Search runs in a worker, which browsers refuse to pages that were opened as files: there it runs in a hidden frame instead.
if (location.protocol === "file:") {
  // Like a worker's messages, these are copies and come later: a page that is answered while it still asks gets mixed up.
  const deliver = (target, data) => {
    const copy = structuredClone(data);
    setTimeout(() => target.dispatchEvent(new MessageEvent("message", { data: copy })));
  };

  window.Worker = class extends EventTarget {
    #frame = document.createElement("iframe");
    #started;

    constructor(url) {
      super();
      this.addEventListener("message", (message) => this.onmessage?.(message));
      this.#frame.hidden = true;
      document.body.append(this.#frame);
      const inside = this.#frame.contentWindow;
      inside.postMessage = (data) => deliver(this, data);
      const script = inside.document.createElement("script");
      this.#started = new Promise((resolve) => script.addEventListener("load", resolve));
      script.src = url;
      inside.document.body.append(script);
    }

    postMessage(data) {
      // before its script is loaded, a message would be lost
      this.#started.then(() => deliver(this.#frame.contentWindow, data));
    }

    terminate() {
      this.#frame.remove();
    }
  };
}
