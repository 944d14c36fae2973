/** Seconds since the epoch by the clock of the server, which all processes share. */
export const now = `extract(epoch from clock_timestamp())::float8`
