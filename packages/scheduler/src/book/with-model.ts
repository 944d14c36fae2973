import type { Job, Task } from '../jobs/job.js'

/** The changes of a task. If they concern its model or its provider, both are in them, because a model is one of a provider. */
export function withModel(changes: Partial<Task>, { task: { model, provider } }: Pick<Job, 'task'>): Partial<Task> {
  if (changes.model === undefined && changes.provider === undefined) return changes
  return { ...(model !== undefined && { model }), ...(provider !== undefined && { provider }), ...changes }
}
