/** Stands in a text for a piece that only the running shell will know. It cannot occur in an argument or a variable. */
export const UNKNOWN = '\0'

/**
 * Where a text came from, from harmless to worst: written in the command, read from a local file, made by a program,
 * decoded from another form, fetched from the network.
 */
export type Origin = 'command' | 'file' | 'generated' | 'decoded' | 'remote'

/** What flows through a command: the value of a word, of a variable, of a pipe. */
export interface Data {
  /** As far as it is known; {@link UNKNOWN} for the rest. */
  readonly text: string
  readonly origin: Origin
  /** It holds a credential. */
  readonly secret: boolean
  /** It is the output of a shell that reads its commands from its input. */
  readonly shellOutput?: boolean
}

/** One argument of a program. */
export interface Word extends Data {
  /** It holds unquoted pattern characters: the shell may put other names in its place. */
  readonly glob: boolean
  /** The content behind a `<(...)` argument. */
  readonly content?: Data
  /** Hands to the program behind a `>(...)` argument what is written to it. */
  readonly feed?: (input: Data) => void
}

const severity: Readonly<Record<Origin, number>> = { command: 0, file: 1, generated: 2, decoded: 3, remote: 4 }

/** Longer values are not followed. */
const longestText = 1_000_000

export const unknownData: Data = { text: UNKNOWN, origin: 'command', secret: false }
export const noData: Data = { text: '', origin: 'command', secret: false }

export function fromText(text: string): Word {
  return { text, origin: 'command', secret: false, glob: false }
}

export function isKnown(data: Data): boolean {
  return !data.text.includes(UNKNOWN)
}

export function worst(a: Origin, b: Origin): Origin {
  return severity[a] >= severity[b] ? a : b
}

export function isWorseThan(origin: Origin, limit: Origin): boolean {
  return severity[origin] > severity[limit]
}

export function join(parts: readonly Data[], separator = ''): Data {
  if (parts.length === 1 && parts[0]) return parts[0]
  const text = parts.map((part) => part.text).join(separator)
  return {
    text: text.length > longestText ? UNKNOWN : text,
    origin: parts.reduce<Origin>((origin, part) => worst(origin, part.origin), 'command'),
    secret: parts.some((part) => part.secret),
    ...(parts.some((part) => part.shellOutput) ? { shellOutput: true } : {}),
  }
}

/** The same data with another text, as a filter makes it. */
export function withText(data: Data, text: string, origin: Origin = 'command'): Data {
  return { text, origin: worst(data.origin, origin), secret: data.secret }
}
