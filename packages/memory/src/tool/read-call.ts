import * as z from 'zod'
import type { MemoryEdit } from '../files/memory-edit.js'
import { MemoryError } from '../files/memory-error.js'
import type { MemoryTarget } from '../files/memory-files.js'

const edit = {
  action: z.enum(['add', 'replace', 'remove']).optional(),
  content: z.string().optional(),
  old_text: z.string().optional(),
}

/** The arguments of the tool. */
export const parameters = z.object({
  target: z
    .enum(['memory', 'user'])
    .default('memory')
    .describe('memory: projects, tools, decisions. user: who the user is, what they prefer.'),
  ...edit,
  content: edit.content.describe('add, replace: the whole entry.'),
  old_text: edit.old_text.describe('replace, remove: a part that only this entry has.'),
  operations: z.array(z.object(edit)).max(20).optional().describe('Several edits, all or none.'),
})

export interface MemoryCall {
  readonly target: MemoryTarget
  readonly edits: readonly MemoryEdit[]
}

/**
 * Reads the edits of a call.
 * @throws {MemoryError} `memory/invalid` for other arguments; `memory/refused` for a file that is switched off.
 */
export function readCall(args: unknown, targets: readonly MemoryTarget[]): MemoryCall {
  const parsed = parameters.safeParse(args)
  if (!parsed.success)
    throw new MemoryError('memory/invalid', 'The arguments do not fit: see the parameters of the tool.')
  const { target, operations, ...single } = parsed.data
  if (!targets.includes(target)) throw new MemoryError('memory/refused', `The target "${target}" is switched off.`)
  return { target, edits: (operations ?? [single]).map(toEdit) }
}

type WrittenEdit = z.infer<z.ZodObject<typeof edit>>

function toEdit({ action, content, old_text: oldText }: WrittenEdit): MemoryEdit {
  if (action === undefined) throw missing('action')
  if (action === 'remove') return { action, oldText: oldText ?? content ?? fail('old_text') }
  if (action === 'add') return { action, content: content ?? fail('content') }
  return { action, content: content ?? fail('content'), oldText: oldText ?? fail('old_text') }
}

function fail(name: string): never {
  throw missing(name)
}

function missing(name: string): MemoryError {
  return new MemoryError('memory/invalid', `An edit has no "${name}": give it.`)
}
