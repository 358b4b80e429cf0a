/** Keeps the pages and the house for this device with a service worker, and notices new versions. */

import { asset } from "../lib/house";
import { store, stored } from "../lib/settings.svelte";

const PLACE = "parlour.kept";

class Keeping {
  state = $state<"" | "fetching" | "kept" | "failed">(stored<boolean>(PLACE, false) ? "kept" : "");
  /** Whether a new version waits for the next load. */
  isUpdated = $state(false);
  #worker: Promise<ServiceWorkerRegistration> | null = null;

  get isPossible(): boolean {
    return "serviceWorker" in navigator && isSecureContext;
  }

  /** Start the service worker, and look out for new versions. */
  begin(): Promise<ServiceWorkerRegistration> {
    this.#worker ??= navigator.serviceWorker.register(asset("/worker.js")).then((registration) => {
      const look = (worker: ServiceWorker | null) =>
        worker?.addEventListener("statechange", () => {
          if (worker.state === "installed" && navigator.serviceWorker.controller) this.isUpdated = true;
        });
      this.isUpdated = Boolean(registration.waiting && navigator.serviceWorker.controller);
      look(registration.installing);
      registration.addEventListener("updatefound", () => look(registration.installing));
      return registration;
    });
    return this.#worker;
  }

  /** Fetch everything that is needed without a network. */
  async keep(): Promise<void> {
    if (!this.isPossible || this.state === "fetching") return;
    this.state = "fetching";
    try {
      await this.begin();
      const { active } = await navigator.serviceWorker.ready;
      const isKept = await new Promise<boolean>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = ({ data }) => resolve(data === true);
        active?.postMessage("keep", [port2]);
      });
      this.state = isKept ? "kept" : "failed";
    } catch {
      this.state = "failed";
    }
    store(PLACE, this.state === "kept");
    await navigator.storage?.persist?.().catch(() => false);
  }

  /** Use the new version now. */
  async update(): Promise<void> {
    const { waiting } = await this.begin();
    navigator.serviceWorker.addEventListener("controllerchange", () => location.reload());
    waiting?.postMessage("switch");
  }
}

export const keeping = new Keeping();
