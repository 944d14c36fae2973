import type { JsonObject } from '@hermes/core'
import { typeOf } from './items.js'

/** Returns problems between items: unpaired calls and results, duplicate ids, reasoning without a following item. */
export function orderProblems(items: readonly JsonObject[]): string[] {
  return [...pairProblems(items), ...idProblems(items), ...reasoningProblems(items)]
}

function pairProblems(items: readonly JsonObject[]): string[] {
  const problems: string[] = []
  const open = new Set<string>()
  const seen = new Set<string>()
  const refuseOpen = (where: string) => {
    if (open.size > 0) problems.push(`${where}: no output for the calls ${[...open].join(', ')}`)
    open.clear()
  }
  for (const [index, item] of items.entries()) {
    const type = typeOf(item)
    const id = String(item.call_id)
    if (type === 'function_call_output') {
      if (!open.delete(id)) problems.push(`input[${index}]: no call with the id ${id}`)
    } else if (type === 'function_call') {
      if (seen.has(id)) problems.push(`input[${index}]: two calls have the id ${id}`)
      seen.add(id)
      open.add(id)
    } else if (type === 'message' && item.role !== 'assistant') refuseOpen(`input[${index}]`)
  }
  refuseOpen('input')
  return problems
}

function idProblems(items: readonly JsonObject[]): string[] {
  const ids = items.flatMap(({ id }) => (id === undefined ? [] : [id]))
  return ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `input: the item ${id} is there twice`)
}

/** Checks that reasoning comes before the message or call that it belongs to. */
function reasoningProblems(items: readonly JsonObject[]): string[] {
  return items.flatMap((item, index) => {
    if (typeOf(item) !== 'reasoning') return []
    const next = items.slice(index + 1).find((later) => typeOf(later) !== 'reasoning')
    const isFollowed = next !== undefined && (typeOf(next) === 'function_call' || next.role === 'assistant')
    return isFollowed ? [] : [`input[${index}]: ${item.id} was provided without the item that follows it`]
  })
}
