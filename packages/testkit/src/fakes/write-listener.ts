import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseJson } from '@hermes/core/wiring'

export interface Listener {
  /** The entry for the setting `plugins`: `[{ use }]`. */
  readonly use: string
  /** Resolves to what its hooks have recorded, in order. */
  heard(): Promise<readonly unknown[]>
}

/**
 * Writes a plugin into the folder of a home.
 * @param hooks The source of its hooks, members of an object. They record values with `note(value)`.
 *
 * @example
 * ```ts
 * const { use, heard } = await writeListener(home, `post_llm_call: ({ outcome }) => note(outcome.text),`)
 * ```
 */
export async function writeListener(home: string, hooks: string): Promise<Listener> {
  const heard = join(home, 'heard.jsonl')
  const source = `
import { appendFileSync } from 'node:fs'
const note = (value) => appendFileSync(${JSON.stringify(heard)}, JSON.stringify(value) + '\\n')
export default {
  kind: 'plugin',
  id: 'listener',
  options: { '~standard': { version: 1, vendor: 'test', validate: (value) => ({ value }) } },
  create: () => ({ name: 'listener', hooks: { ${hooks} } }),
}
`
  await writeFile(join(home, 'listener.mjs'), source)
  return {
    use: './listener.mjs',
    heard: async () => {
      const lines = await readFile(heard, 'utf8').catch(() => '')
      return lines.split('\n').flatMap((line) => (line === '' ? [] : [parseJson(line)]))
    },
  }
}
