import { createAnthropicWire, createBedrockWire, createChatWire, createResponsesWire, type Wire } from '../index.js'

const wires: ReadonlyMap<string, () => Wire> = new Map<string, () => Wire>([
  ['chat', createChatWire],
  ['responses', createResponsesWire],
  ['anthropic', createAnthropicWire],
  ['bedrock', createBedrockWire],
])

/** The wire names of the command line. */
export const wireNames: readonly string[] = [...wires.keys()]

/** Returns a wire by its name. @throws {TypeError} when there is no such wire. */
export function namedWire(name: string): Wire {
  const create = wires.get(name)
  if (create) return create()
  throw new TypeError(`"${name}" is not a wire: use one of ${wireNames.join(', ')}.`)
}
