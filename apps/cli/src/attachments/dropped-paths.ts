import { homedir } from 'node:os'
import { fileURLToPath } from 'node:url'

const word = /(?:^|(?<=\s))(?:'([^'\n]+)'|"([^"\n]+)"|((?:\\.|[^\s\\'"])+))(?=\s|$)/g
const ending = /\.(?:png|jpe?g|gif|webp)$/i

/**
 * Returns the absolute paths of image files in a text, in the forms that a terminal pastes for a dropped file: quoted, with escaped spaces,
 * or as a `file://` URL. Relative paths are ordinary words of the message.
 */
export function droppedPaths(text: string): readonly string[] {
  const found = [...text.slice(0, 100_000).matchAll(word)].map(([, single, double, plain = '']) =>
    toPath(single ?? double ?? plain.replace(/\\(.)/g, '$1')),
  )
  const paths = found.filter((path) => path !== undefined).filter((path) => path.startsWith('/') && ending.test(path))
  return [...new Set(paths)]
}

/** Returns the path that the user gave to a command, without its quotes. */
export function givenPath(text: string): string {
  const [, single, double] = /^(?:'([^'\n]+)'|"([^"\n]+)")$/.exec(text) ?? []
  const path = single ?? double ?? text.replace(/\\(.)/g, '$1')
  return toPath(path) ?? path
}

/** Returns `undefined` for a URL that does not name a file on this machine. */
function toPath(text: string): string | undefined {
  if (text.startsWith('~/')) return `${homedir()}${text.slice(1)}`
  if (!text.startsWith('file://')) return text
  try {
    return fileURLToPath(text)
  } catch {
    return undefined
  }
}
