// The operator's page. The token stays in this tab. Everything that is shown is text, never markup.

const part = (id) => document.getElementById(id);
let token = sessionStorage.getItem("admin-token") ?? "";
let draining = false;

class Refusal extends Error {}

async function ask(method, path, body) {
  const answer = await fetch(`/api/admin/${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: body === undefined ? undefined : JSON.stringify(body),
  });
  const told = await answer.json();
  if (answer.status === 401) {
    throw new Refusal("The house does not accept this token.");
  }
  if (answer.status === 404 && path === "state") {
    throw new Refusal("This house has no admin token: start it with --admin-token.");
  }
  if (!answer.ok) {
    throw new Refusal(told.error);
  }
  return told;
}

// Does something, says what came of it, and shows the house as it is then.
async function act(work) {
  try {
    part("said").textContent = (await work()) ?? "";
    await refresh();
  } catch (error) {
    part("said").textContent = error instanceof Refusal ? error.message : "The server cannot be reached.";
  }
}

async function refresh() {
  const state = await ask("GET", "state");
  draining = state.draining;
  part("sign-in").hidden = true;
  part("signed-in").hidden = false;
  part("drain").textContent = draining ? "Open new rooms again" : "Drain";
  part("state").textContent =
    `Parlour ${state.version}. ${state.problem || "Ready."} ` +
    `Rooms: ${state.rooms}, games in progress: ${state.games}, connected clients: ${state.connections}.`;
  const name = new URLSearchParams({ name: part("name").value });
  const [rooms, people, bans, reports] = await Promise.all([
    ask("GET", "rooms"),
    ask("GET", `people?${name}`),
    ask("GET", "bans"),
    ask("GET", "reports"),
  ]);
  fill("reports", reports.reports, (report) => [
    new Date(report.at * 1000).toLocaleString(),
    report.room,
    report.name,
    report.why,
    report.said,
    report.banned ? "banned" : button("Ban", () => ask("POST", "bans", { person: report.person, why: report.why }), `Ban ${report.name}?`),
    button("Close", () => ask("POST", "reports/close", { id: report.id })),
  ]);
  fill("rooms", rooms.rooms, (room) => [
    room.code,
    room.game,
    room.phase,
    `${room.taken}/${room.seats}`,
    room.host,
    button("Close", () => ask("POST", `rooms/${room.code}/close`), `Close the room ${room.code} for good?`),
  ]);
  fill("people", people.people, (person) => [
    person.name,
    person.connections,
    new Date(person.seen_at * 1000).toLocaleString(),
    person.banned ? "banned" : button("Ban", () => ask("POST", "bans", { person: person.id }), `Ban ${person.name}?`),
  ]);
  fill("bans", bans.bans, (ban) => [ban.key, ban.why, button("Lift", () => ask("POST", "unban", { key: ban.key }))]);
}

function fill(id, rows, cells) {
  part(id).replaceChildren(
    ...rows.map((row) => {
      const line = document.createElement("tr");
      for (const content of cells(row)) {
        line.insertCell().append(content);
      }
      return line;
    }),
  );
}

function button(label, work, question) {
  const made = document.createElement("button");
  made.textContent = label;
  made.addEventListener("click", () => {
    if (!question || confirm(question)) {
      act(async () => void (await work()));
    }
  });
  return made;
}

function onSubmit(id, work) {
  part(id).addEventListener("submit", (event) => {
    event.preventDefault();
    act(work);
  });
}

onSubmit("sign-in", async () => {
  token = part("token").value.trim();
  await ask("GET", "state");
  sessionStorage.setItem("admin-token", token);
});
onSubmit("announce", async () => {
  const { count } = await ask("POST", "announce", { text: part("text").value });
  part("text").value = "";
  return `Announced in ${count} ${count === 1 ? "room" : "rooms"}.`;
});
onSubmit("search", async () => "");
part("refresh").addEventListener("click", () => act(async () => ""));
part("drain").addEventListener("click", () => act(async () => void (await ask("POST", "drain", { on: !draining }))));
if (token) {
  act(async () => "");
}
