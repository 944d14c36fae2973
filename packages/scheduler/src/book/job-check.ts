import type { Task } from '../jobs/job.js'

/**
 * Returns why no run of a task can start in the present state: its provider is unknown or has no key, or its script or
 * folder is missing. `undefined`: no problem is known.
 */
export type JobCheck = (task: Task) => string | undefined
