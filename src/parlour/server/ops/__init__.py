"""Running a server: settings, limits, metrics, logs, traces, systemd, garbage collection. Nothing here depends on rooms, people
or HTTP.
"""
