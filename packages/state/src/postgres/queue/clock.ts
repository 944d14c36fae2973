/** The time in seconds since the epoch, from the server's clock, which all processes share. */
export const now = `extract(epoch from clock_timestamp())::float8`
