import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** Returns a sentence if a script does not exist yet; `undefined` if it does. */
export function missingScript(name: string, folder: string): string | undefined {
  return existsSync(join(folder, name)) ? undefined : `There is no script "${name}" in ${folder}.`
}
