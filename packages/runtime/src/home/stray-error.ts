import { fileURLToPath } from 'node:url'

/** An error that reached the process because no code handled it. */
export interface StrayError {
  /** One line that says what failed, and where in code outside the program. */
  readonly sentence: string
  /** The stack, for a log. */
  readonly stack: string
  /** Whether code outside the program is part of the stack, such as a plugin, an adapter or a transport. */
  readonly isForeign: boolean
}

/**
 * Describes a value that was thrown and not caught.
 * @param reason - The thrown value, of any type.
 * @param ownFolders - File URLs of the folders with the program's own code, which is not to blame.
 */
export function readStrayError(reason: unknown, ownFolders: readonly string[]): StrayError {
  const { message, stack } = partsOf(reason)
  const place = foreignPlace(stack, ownFolders)
  const sentence =
    place === undefined
      ? `An error that nothing caught: ${message}${/[.!?]$/.test(message) ? '' : '.'}`
      : `Code outside of Hermes failed where nothing could catch it: ${message} (${place}).`
  return { sentence, stack, isForeign: place !== undefined }
}

/** Returns the parts of a thrown value. Anything can be thrown, including what cannot be converted to a text. */
function partsOf(reason: unknown): { readonly message: string; readonly stack: string } {
  try {
    const message = oneLine(reason instanceof Error ? reason.message : String(reason))
    return { message, stack: reason instanceof Error ? String(reason.stack ?? message) : message }
  } catch {
    return { message: 'an error without a description', stack: '' }
  }
}

/** Returns the first frame of the stack that belongs neither to Node.js nor to the program. */
function foreignPlace(stack: string, ownFolders: readonly string[]): string | undefined {
  const own = [...ownFolders, ...ownFolders.map((folder) => fileURLToPath(folder))]
  for (const line of stack.split('\n')) {
    const place = placeIn(line)
    if (place !== undefined && !own.some((folder) => place.startsWith(folder))) return oneLine(place)
  }
  return undefined
}

/** Returns the location in `    at name (file:///a.mjs:3:20)` or `    at file:///a.mjs:3:20`. Code of Node.js is in no file. */
function placeIn(line: string): string | undefined {
  const frame = line.trim()
  if (!frame.startsWith('at ')) return undefined
  const begin = frame.endsWith(')') ? frame.lastIndexOf('(') + 1 : 'at '.length
  const place = frame
    .slice(begin)
    .replace(/^async /, '')
    .replace(/\)$/, '')
  return /^(?:file:|[A-Za-z]:\\|\/)/.test(place) && /:\d{1,9}:\d{1,9}$/.test(place) ? place : undefined
}

function oneLine(text: string): string {
  return text
    .replaceAll(/[\s\p{Cc}]+/gu, ' ')
    .trim()
    .slice(0, 1_000)
}
