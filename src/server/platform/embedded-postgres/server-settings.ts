import type { Place } from "./postmaster.ts";

/** What suits a small shop on a small machine; fsync and the like stay as PostgreSQL ships them. */
export function serverSettings(place: Place, extra: Record<string, string>): Record<string, string> {
  return {
    ...whereToListen(place),
    port: String(place.port),
    max_connections: "100",
    shared_buffers: "64MB",
    jit: "off",
    // Parallel workers share memory through /dev/shm, which is tiny in containers.
    max_parallel_workers_per_gather: "0",
    timezone: "UTC",
    log_timezone: "UTC",
    log_min_messages: "warning",
    log_checkpoints: "off",
    // Statements and details carry customers' names and addresses, which do not belong in a log.
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    ...extra,
  };
}

function whereToListen({ host }: Place): Record<string, string> {
  if (process.platform === "win32") return { listen_addresses: host, unix_socket_directories: "" };
  // The value is a list, in which quotes protect a comma or a space of the folder's name.
  const quoted = `"${host.replaceAll('"', '""')}"`;
  return { listen_addresses: "", unix_socket_directories: quoted, unix_socket_permissions: "0700" };
}
