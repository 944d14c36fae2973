import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { refusalOf } from '@hermes/safety/protect'

interface WorkspaceOptions {
  /** Absolute, links resolved. */
  readonly folder: string
  /** Likewise. */
  readonly home: string
  readonly agentHome: string
  /** Paths that nobody may make where they are missing, because of what they mean at the next login. */
  readonly guarded: readonly string[]
}

/** Programs that would be found in the place of others, among the folders that a home shows. */
const programs = new Set(['bin', 'snap', 'go'])

/**
 * What may be written of the folder that somebody works in. As a rule it is the folder. A mount can protect only what is
 * there: where a start-up file or a key could be added, as in a home, just the folders in it may be written, and of those
 * only the ones that a person sees. Nothing at all in the system, and above the home.
 */
export function workspaceFolders({ folder, home, agentHome, guarded }: WorkspaceOptions): readonly string[] {
  const rules = { home, agentHome, workspace: folder, mode: 'default' } as const
  if (holds(folder, home) || refusalOf('write', join(folder, 'x'), rules) !== undefined) return []
  if (!guarded.some((path) => holds(folder, path))) return [folder]
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !programs.has(entry.name))
    .map((entry) => join(folder, entry.name))
    .filter((path) => path !== agentHome && !guarded.some((each) => each === path || holds(path, each)))
}

function holds(folder: string, path: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
