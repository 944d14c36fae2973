import { contentOf, type MemoryEdit } from './memory-edit.js'
import { MemoryError } from './memory-error.js'

/**
 * Refuses texts that look like an attempt to manipulate the agent: later conversations read them as part of their instructions.
 * @throws {MemoryError} `memory/blocked`.
 */
export async function assertHarmless(edits: readonly MemoryEdit[]): Promise<void> {
  for (const edit of edits) {
    const findings = await findThreats(contentOf(edit) ?? '')
    if (findings.length > 0)
      throw new MemoryError(
        'memory/blocked',
        `This cannot be remembered, because it looks like an attempt to manipulate the agent (${findings.join(', ')}): write the plain fact, without instructions.`,
      )
  }
}

/** The names of what forbids remembering a text; empty if nothing does. */
export async function findThreats(text: string): Promise<readonly string[]> {
  if (text === '') return []
  // Its patterns take some milliseconds to compile.
  const { scanText } = await import('@hermes/safety/scan')
  const { findings, block } = scanText(text, { surface: 'memory' })
  return block ? findings.filter(({ blocks }) => blocks).map(({ name }) => name) : []
}
