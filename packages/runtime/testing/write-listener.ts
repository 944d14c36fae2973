import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

export interface Listener {
  /** The setting of the plugin. */
  readonly use: string
  /** What its hooks have heard, in order. */
  heard(): Promise<readonly string[]>
}

/**
 * Writes a plugin into a home.
 * @param hooks The source of its hooks, which note what they hear with `note(value)`.
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
      return lines.split('\n').filter((line) => line !== '')
    },
  }
}
