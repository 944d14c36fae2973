/**
 * The time limit of one test or hook of a suite, in milliseconds. The project's own limit (vitest's default is 5 s) is too short on a busy
 * machine.
 */
export const testLimitMs = 60_000

/** A timeout for a condition that holds immediately on an idle machine. */
export const patient = { timeout: 20_000 }
