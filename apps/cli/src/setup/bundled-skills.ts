import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** Next to the code in a build, at the root of the repository in a checkout. */
const places = ['./skills', '../../../../skills']

/** Returns the folder of the skills that ship with this program. */
export function bundledSkills(): { readonly bundledSkills?: string } {
  const found = places.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path))
  return found === undefined ? {} : { bundledSkills: found }
}
