/** The id of a part of what a job says, in the outbox. `index` counts from 0. */
export function partId(id: string, index: number): string {
  return `${id}#${index}`
}

/** The id of a file that it sends. `index` counts from 0. */
export function fileId(id: string, index: number): string {
  return `${id}#file${index}`
}
