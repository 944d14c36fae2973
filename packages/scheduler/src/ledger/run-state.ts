import * as z from 'zod'

/**
 * `cut-off`: its process ended during the run or could not reach the store, so its effects are unknown. `skipped`: it
 * did not run.
 */
export const runState = z.enum(['running', 'completed', 'failed', 'cut-off', 'skipped'])
