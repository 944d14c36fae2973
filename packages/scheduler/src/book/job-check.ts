import type { Task } from '../jobs/job.js'

/**
 * Why no run of a task can begin as things are: its provider is unknown or has no key, or its script or folder is missing. `undefined`: nothing is known to
 * be wrong.
 */
export type JobCheck = (task: Task) => string | undefined
