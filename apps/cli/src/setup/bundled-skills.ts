import { existsSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

/** In the build beside the code, in a checkout at its root. */
const places = ['./skills', '../../../../skills']

/** The folder of the skills that this program ships. */
export function bundledSkills(): { readonly bundledSkills?: string } {
  const found = places.map((path) => fileURLToPath(new URL(path, import.meta.url))).find((path) => existsSync(path))
  return found === undefined ? {} : { bundledSkills: found }
}
