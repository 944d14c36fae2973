import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { denialReason } from '@hermes/safety/protect'

interface WorkspaceOptions {
  /** The absolute path of the working folder, with links resolved. */
  readonly folder: string
  /** The absolute path of the home, with links resolved. */
  readonly home: string
  readonly agentHome: string
  /** Paths that must not be created if they are missing, because they take effect at the next login. */
  readonly guarded: readonly string[]
}

/** Visible folders of a home whose programs would shadow others. */
const programs = new Set(['bin', 'snap', 'go'])

/**
 * Returns the writable part of the working folder, usually the whole folder. A mount can only protect existing paths, so where a start-up file or a key
 * could be added, as in a home, only the visible folders inside it are writable. Nothing is writable in system folders or above the home.
 */
export function workspaceFolders({ folder, home, agentHome, guarded }: WorkspaceOptions): readonly string[] {
  const rules = { home, agentHome, workspace: folder, mode: 'default' } as const
  if (holds(folder, home) || denialReason('write', join(folder, 'x'), rules) !== undefined) return []
  if (!guarded.some((path) => holds(folder, path))) return [folder]
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.') && !programs.has(entry.name))
    .map((entry) => join(folder, entry.name))
    .filter((path) => path !== agentHome && !guarded.some((each) => each === path || holds(path, each)))
}

function holds(folder: string, path: string): boolean {
  return path.startsWith(folder === '/' ? '/' : `${folder}/`)
}
