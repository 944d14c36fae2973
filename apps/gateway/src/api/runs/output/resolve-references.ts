import type { Input, Reference, WrittenInput, WrittenItem } from '../../input/agent-input.js'
import type { Caller } from '../../request/caller.js'
import { RequestError } from '../../request/request-error.js'
import { findOwnRun } from '../record/require-run.js'
import type { RunBook } from '../record/run-book.js'
import { outputItems, placeOfItem } from './output-items.js'

/**
 * Replaces references to items of earlier responses with their messages. The AI SDK sends references instead of texts that are stored here.
 * @throws {RequestError} for an item that does not exist, or belongs to somebody else.
 */
export async function resolveReferences(
  input: Input,
  caller: Caller,
  services: { readonly runs: RunBook },
): Promise<WrittenInput> {
  if (typeof input === 'string') return input
  const items = await Promise.all(input.map((item) => ('id' in item ? itemsOf(item, caller, services) : [item])))
  return items.flat()
}

async function itemsOf(
  { id }: Reference,
  caller: Caller,
  services: { readonly runs: RunBook },
): Promise<readonly WrittenItem[]> {
  const place = placeOfItem(id)
  const run = place && (await findOwnRun(place.responseId, caller, services))
  if (!place || !run?.end) throw missing(id)
  const item = outputItems(run, run.end).find((one) => one.id === id)
  if (item) return [{ role: 'assistant', content: item.text }]
  // Clients that only collect the items of a stream also refer to retracted texts.
  if (run.end.withdrawn?.includes(place.number)) return []
  throw missing(id)
}

function missing(id: string): RequestError {
  const message = `There is no item "${id}": send the message itself instead of a reference.`
  return new RequestError(404, 'not_found', message, { param: 'input' })
}
