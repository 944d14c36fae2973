import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** A sentence about a script that is not there yet. `undefined`: it is. */
export function missingScript(name: string, folder: string): string | undefined {
  return existsSync(join(folder, name)) ? undefined : `There is no script "${name}" in ${folder}.`
}
