/** A part of a request. */
export interface PrefixPart {
  /** The name of the part: `model claude-opus-4-6`, `tool terminal`, `system prompt`, `message 3 (tool)`. */
  readonly name: string
  /** The length in UTF-8. */
  readonly bytes: number
  readonly hash: string
}

const line = /^(?<hash>\S+) (?<bytes>\d+) (?<name>.*)$/
const isBeforeMessages = /^(?:model |tool |system prompt$)/

/** Parses the parts from the lines of a request. */
export function toParts(lines: string): readonly PrefixPart[] {
  let messages = 0
  return lines
    .split('\n')
    .slice(0, -1)
    .map((text) => {
      const { hash = text, bytes = '0', name = '' } = line.exec(text)?.groups ?? {}
      if (isBeforeMessages.test(name)) return { name, bytes: Number(bytes), hash }
      messages += 1
      return { name: `message ${messages} (${name})`, bytes: Number(bytes), hash }
    })
}
