import { mount } from "svelte";
import App from "./App.svelte";
import { fontsLoaded } from "./lib/fonts";
import { canBeHere, isHere } from "./lib/house";
import { prepare } from "./lib/language";
import "./styles/theme.css";
import "./styles/base.css";

// the house takes longest to open
if (isHere) void import("./offline/device.svelte").then(({ house }) => house.begin());

// what is shown above the games must not appear after them
const ways = isHere ? import("./parts/OfflineWays.svelte").then(({ default: Ways }) => Ways, () => null) : null;
const target = document.getElementById("app");
if (target) void Promise.all([prepare(), fontsLoaded(), ways]).then(([, , Ways]) => mount(App, { target, props: { Ways } }));

// keep the app on this device once it is installed or has been used without a server
const wasKept = () => matchMedia("(display-mode: standalone)").matches || localStorage.getItem("parlour.kept") === "true";
const keep = () => void import("./offline/keeping.svelte").then(({ keeping }) => keeping.keep());
if (canBeHere) {
  addEventListener("appinstalled", keep);
  addEventListener("load", () => {
    try {
      if (wasKept()) keep();
    } catch {
      // a browser without storage keeps nothing
    }
  });
}
