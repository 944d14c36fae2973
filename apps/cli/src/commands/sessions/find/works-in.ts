import { relative, resolve, sep } from 'node:path'
import type { SessionSummary } from '@hermes/core'

/** Whether a session works in a folder or below it. */
export function worksIn({ workingDirectory }: SessionSummary, folder: string): boolean {
  if (workingDirectory === undefined) return false
  const way = relative(folder, workingDirectory)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && resolve(folder, way) === workingDirectory)
}
