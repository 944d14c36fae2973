import type { Job, Task } from '../jobs/job.js'

/**
 * Returns the changes of a task. If they concern its model or its provider, they include both, because a model belongs
 * to a provider.
 */
export function withModel(changes: Partial<Task>, { task: { model, provider } }: Pick<Job, 'task'>): Partial<Task> {
  if (changes.model === undefined && changes.provider === undefined) return changes
  return { ...(model !== undefined && { model }), ...(provider !== undefined && { provider }), ...changes }
}
