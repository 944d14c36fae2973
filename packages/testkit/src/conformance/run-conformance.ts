import type { Writable } from 'node:stream'
import { parseArgs } from 'node:util'
import { kindNames } from './kinds/index.js'
import { serve } from './serve.js'

export const conformanceUsage = `Usage: hermes-conformance < ITEMS

Reads JSON Lines from standard input, {"id", "kind", "input"} each, and calls the product's own function for each of
them. Answers one line each: {"id", "output", "ms"} or {"id", "error"}.

Kinds: ${kindNames.join(', ')}
`

export interface ConformanceStreams {
  readonly input: AsyncIterable<Uint8Array>
  readonly output: Writable
}

/** Runs the command. @throws {TypeError} when there is no such option. */
export async function runConformance(args: readonly string[], { input, output }: ConformanceStreams): Promise<void> {
  const { values } = parseArgs({ args: [...args], options: { help: { type: 'boolean', short: 'h', default: false } } })
  if (values.help) output.write(conformanceUsage)
  else await serve(input, output)
}
