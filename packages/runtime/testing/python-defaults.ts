import { readFile } from 'node:fs/promises'

/** Every setting of the Hermes Agent in Python with its default, as that program saves them. */
export function pythonDefaults(): Promise<string> {
  return readFile(new URL('./python-defaults.yaml', import.meta.url), 'utf8')
}
