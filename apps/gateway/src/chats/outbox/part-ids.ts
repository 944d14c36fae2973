/** Returns the outbox id of a part of a job's text. `index` counts from 0. */
export function partId(id: string, index: number): string {
  return `${id}#${index}`
}

/** Returns the outbox id of a file that a job sends. `index` counts from 0. */
export function fileId(id: string, index: number): string {
  return `${id}#file${index}`
}
