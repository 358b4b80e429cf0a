import { mount } from "svelte";
import App from "./App.svelte";
import { fontsLoaded } from "./lib/fonts";
import { prepare } from "./lib/language";
import "./styles/theme.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target) void Promise.all([prepare(), fontsLoaded()]).then(() => mount(App, { target }));
