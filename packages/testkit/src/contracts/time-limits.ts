/**
 * For one test or hook of a suite, in milliseconds: a project's own limit (vitest's default is 5 s) is for its own tests, and too
 * short for these on a busy machine.
 */
export const testLimitMs = 60_000

/** For a condition that is expected at once on an idle machine. */
export const patient = { timeout: 20_000 }
