import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'

const word = /(?:^|(?<=\s))(?:'([^'\n]+)'|"([^"\n]+)"|((?:\\.|[^\s\\'"])+))(?=\s|$)/g
const ending = /\.(?:png|jpe?g|gif|webp)$/i

/**
 * The whole paths of image files in a text, as a terminal pastes a dropped file: quoted, with escaped spaces, or as a `file://` address.
 * Relative paths are words of the message.
 */
export function droppedPaths(text: string): readonly string[] {
  const found = [...text.slice(0, 100_000).matchAll(word)].map(([, single, double, plain = '']) =>
    toPath(single ?? double ?? plain.replace(/\\(.)/g, '$1')),
  )
  const paths = found.filter((path) => path !== undefined).filter((path) => path.startsWith('/') && ending.test(path))
  return [...new Set(paths)]
}

/** The path that a person gave to a command, without its quotes. */
export function givenPath(text: string): string {
  const [, single, double] = /^(?:'([^'\n]+)'|"([^"\n]+)")$/.exec(text) ?? []
  const path = single ?? double ?? text.replace(/\\(.)/g, '$1')
  return toPath(path) ?? path
}

/** `undefined` for an address that names no file of this machine. */
function toPath(text: string): string | undefined {
  if (text.startsWith('~/')) return `${homedir()}${text.slice(1)}`
  if (!text.startsWith('file://')) return text
  try {
    return fileURLToPath(text)
  } catch {
    return undefined
  }
}
