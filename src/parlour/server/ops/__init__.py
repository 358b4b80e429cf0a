"""Running a server: settings, limits, metrics, logs, traces, systemd, garbage. Nothing here knows rooms, people or HTTP."""
