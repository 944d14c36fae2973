import { fileURLToPath } from 'node:url'

/** An error that reached the process, because nobody waited for what threw it. */
export interface StrayError {
  /** One line: what failed, and where in the code of others. */
  readonly sentence: string
  /** For a log. */
  readonly stack: string
  /** Code outside of the program is part of the stack: a plugin, an adapter, a transport. */
  readonly isForeign: boolean
}

/**
 * @param reason - What was thrown: anything.
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

/** Anything can be thrown, including what cannot be turned into a text. */
function partsOf(reason: unknown): { readonly message: string; readonly stack: string } {
  try {
    const message = oneLine(reason instanceof Error ? reason.message : String(reason))
    return { message, stack: reason instanceof Error ? String(reason.stack ?? message) : message }
  } catch {
    return { message: 'an error without a description', stack: '' }
  }
}

/** The first frame of the stack that is neither of Node.js nor of the program. */
function foreignPlace(stack: string, ownFolders: readonly string[]): string | undefined {
  const own = [...ownFolders, ...ownFolders.map((folder) => fileURLToPath(folder))]
  for (const line of stack.split('\n')) {
    const place = placeIn(line)
    if (place !== undefined && !own.some((folder) => place.startsWith(folder))) return oneLine(place)
  }
  return undefined
}

/** `    at name (file:///a.mjs:3:20)` or `    at file:///a.mjs:3:20`. Code of Node.js is in no file. */
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
