/** Returns the id of a firing, the same in every process, so that a due time fires once. */
export function firingId(jobId: string, dueMs: number, attempt: number): string {
  const id = `${jobId}@${new Date(dueMs).toISOString()}`
  return attempt === 1 ? id : `${id}#${attempt}`
}
