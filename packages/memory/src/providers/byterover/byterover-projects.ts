import { mkdir } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { exists, replaceFile } from '@hermes/safety/files'

/** Returns the folder of an owner's project, creating it if necessary. */
export type ProjectOf = (owner: string) => Promise<string>

/** The format version of ByteRover's project settings. */
const version = '0.0.1'

/**
 * Manages one project per owner below the home. ByteRover works on the nearest project at or above its working folder,
 * so an owner without a project would share the project of a folder around the home with all others.
 */
export function projectsIn(home: string, now: () => number): ProjectOf {
  return async (owner) => {
    const project = join(home, 'byterover', owner)
    const file = join(project, '.brv', 'config.json')
    if (!(await exists(file))) {
      const settings = { createdAt: new Date(now()).toISOString(), cwd: project, version }
      await mkdir(dirname(file), { recursive: true, mode: 0o700 })
      await replaceFile(file, `${JSON.stringify(settings, undefined, 2)}\n`)
    }
    return project
  }
}
