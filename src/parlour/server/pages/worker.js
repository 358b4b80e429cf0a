// Shows notifications on phones, where a page may not. A press on one leads to its table.
addEventListener("notificationclick", (event) => {
  const address = event.notification.data;
  event.notification.close();
  event.waitUntil(
    clients.matchAll({ type: "window" }).then((windows) => {
      const open = windows.find((client) => client.url === address);
      return open ? open.focus() : clients.openWindow(address);
    }),
  );
});
