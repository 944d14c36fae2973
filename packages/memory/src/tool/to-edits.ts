import type { MemoryEdit } from '../files/memory-edit.js'
import { MemoryError } from '../files/memory-error.js'

/** An edit as a model writes it. */
export interface WrittenEdit {
  readonly action?: 'add' | 'replace' | 'remove' | undefined
  readonly content?: string | undefined
  readonly old_text?: string | undefined
}

/** @throws {MemoryError} `memory/invalid` when an edit lacks its text. */
export function toEdits(written: readonly WrittenEdit[]): readonly MemoryEdit[] {
  return written.map(({ action, content, old_text: oldText }) => {
    if (action === undefined) throw missing('action')
    if (action === 'add') return { action, content: content ?? fail('content') }
    if (action === 'replace')
      return { action, content: content ?? fail('content'), oldText: oldText ?? fail('old_text') }
    return { action, oldText: oldText ?? content ?? fail('old_text') }
  })
}

function fail(name: string): never {
  throw missing(name)
}

function missing(name: string): MemoryError {
  return new MemoryError('memory/invalid', `An edit has no "${name}": give it.`)
}
