import type { Scan } from '@hermes/safety/scan'
import { contentOf, type MemoryEdit } from './memory-edit.js'
import { MemoryError } from './memory-error.js'

/**
 * Refuses texts that look like an attempt to manipulate the agent, because later conversations read them as part of
 * their instructions.
 * @param scan Default: the rules alone.
 * @throws {MemoryError} `memory/blocked`.
 */
export async function assertHarmless(edits: readonly MemoryEdit[], scan?: Scan): Promise<void> {
  for (const edit of edits) {
    const findings = await findThreats(contentOf(edit) ?? '', scan)
    if (findings.length > 0)
      throw new MemoryError(
        'memory/blocked',
        `This cannot be remembered, because it looks like an attempt to manipulate the agent (${findings.join(', ')}): write the plain fact, without instructions.`,
      )
  }
}

/** Returns the names of the findings that forbid remembering a text. Empty if there are none. */
export async function findThreats(text: string, scan: Scan = scanByRules): Promise<readonly string[]> {
  if (text === '') return []
  const { findings, block } = await scan(text, { surface: 'memory' })
  return block ? findings.filter(({ blocks }) => blocks).map(({ name }) => name) : []
}

/** Loads the rules with the first text, because they take ten milliseconds to compile. */
const scanByRules: Scan = async (text, options) => (await import('@hermes/safety/scan')).createScan()(text, options)
