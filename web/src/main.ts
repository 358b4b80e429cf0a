import { mount } from "svelte";
import App from "./App.svelte";
import { prepare } from "./lib/language";
import "./styles/theme.css";
import "./styles/base.css";

const target = document.getElementById("app");
if (target) void prepare().then(() => mount(App, { target }));
