import { oneLine } from '@hermes/safety'
import { contentOf, type MemoryEdit } from '../files/memory-edit.js'
import { MemoryError } from '../files/memory-error.js'

const mostShown = 200

/**
 * Refuses texts with secrets, because every later request to the provider would contain them.
 * @param redact Hides secrets.
 * @throws {MemoryError} `memory/blocked`.
 */
export function assertNoSecrets(edits: readonly MemoryEdit[], redact: (text: string) => string): void {
  for (const edit of edits) {
    const content = contentOf(edit) ?? ''
    const shown = redact(content)
    if (shown === content) continue
    throw new MemoryError(
      'memory/blocked',
      `This cannot be remembered, because it contains a secret ("${oneLine(shown, mostShown)}"): write where the secret is kept instead, such as the name of its variable.`,
    )
  }
}
