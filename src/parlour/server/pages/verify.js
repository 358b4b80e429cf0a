// Sends a saved game to the server and shows what it proves. The contents of a file are shown as text, never as markup.

const LARGEST = 5_000_000;
const SETTINGS = "parlour.settings"; // where the other pages keep the theme that was chosen
const part = (id) => document.getElementById(id);

part("form").addEventListener("submit", async (event) => {
  event.preventDefault();
  part("submit").disabled = true;
  try {
    show(await verdict());
  } catch (error) {
    show({ proved: false, why: error instanceof Refusal ? error.message : "The server cannot be reached. Please try again later." });
  } finally {
    part("submit").disabled = false;
  }
});

try {
  const { theme } = JSON.parse(localStorage.getItem(SETTINGS)) ?? {};
  if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
} catch {
  // without storage the page follows the system
}

class Refusal extends Error {}

async function verdict() {
  const [file] = part("file").files;
  const save = file ?? new Blob([part("text").value]);
  if (save.size === 0 || (!file && part("text").value.trim() === "")) {
    throw new Refusal("Choose a file or paste its contents.");
  }
  if (save.size > LARGEST) {
    throw new Refusal("This file is too large to be a saved game.");
  }
  const query = new URLSearchParams({ commitment: part("commitment").value.trim(), number: part("number").value.trim() });
  const answer = await fetch(`/api/verify?${query}`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: save,
  });
  const told = await answer.json();
  if (!answer.ok) {
    throw new Refusal(told.error);
  }
  return told;
}

function show(told) {
  const box = part("verdict");
  box.hidden = false;
  box.className = told.fair ? "is-proved" : "is-not-proved";
  part("title").textContent = told.proved ? told.title : told.why;
  list(part("proved"), told.proved ? told.sentences : []);
  list(part("compare"), told.proved ? told.compare : []);
  part("by-yourself").hidden = !told.proved;
  box.focus();
}

function list(box, sentences) {
  box.replaceChildren(
    ...sentences.map((sentence) => {
      const item = document.createElement("li");
      item.textContent = sentence;
      return item;
    }),
  );
  box.hidden = sentences.length === 0;
}
