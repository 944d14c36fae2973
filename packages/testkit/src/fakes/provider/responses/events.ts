import type { JsonObject } from '@hermes/core'
import { type Delta, placed, type SettledAnswer } from '../../deltas.js'
import { asList, asObject } from '../json.js'

/** Formats one server-sent event, with its type in two places like OpenAI's. */
export function event(type: string, fields: JsonObject): string {
  return `event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`
}

/** Yields one chunk per delta. The first chunk of an item also opens it, the last one also closes it. */
export function* pieces(answer: SettledAnswer, items: readonly JsonObject[]): Generator<string> {
  for (const { delta, place, isFirst, isLast } of placed(answer, (delta) => placeOf(delta, items))) {
    const begin = isFirst ? opening(items, place) : ''
    yield begin + deltaEvent(delta, items, place) + (isLast ? closing(items, place) : '')
  }
}

/** Returns the closing events of the item at `place`, if there is one. */
function closing(items: readonly JsonObject[], place: number): string {
  const item = items[place]
  if (!item) return ''
  const at = { item_id: item.id, output_index: place }
  const done = event('response.output_item.done', { output_index: place, item })
  const [part] = asList(item.type === 'reasoning' ? item.summary : item.content)
  const text = asObject(part).text
  switch (item.type) {
    case 'reasoning':
      return (
        event('response.reasoning_summary_text.done', { ...at, summary_index: 0, text }) +
        event('response.reasoning_summary_part.done', { ...at, summary_index: 0, part }) +
        done
      )
    case 'message':
      return (
        event('response.output_text.done', { ...at, content_index: 0, text, logprobs: [] }) +
        event('response.content_part.done', { ...at, content_index: 0, part }) +
        done
      )
    default:
      return event('response.function_call_arguments.done', { ...at, arguments: item.arguments }) + done
  }
}

function opening(items: readonly JsonObject[], place: number): string {
  const item = asObject(items[place])
  const at = { item_id: item.id, output_index: place }
  const added = (begun: JsonObject) => event('response.output_item.added', { output_index: place, item: begun })
  switch (item.type) {
    case 'reasoning': {
      const part = { type: 'summary_text', text: '' }
      const begun = { id: item.id, type: 'reasoning', summary: [] }
      return added(begun) + event('response.reasoning_summary_part.added', { ...at, summary_index: 0, part })
    }
    case 'message': {
      const part = { type: 'output_text', text: '', annotations: [], logprobs: [] }
      const begun = { ...item, status: 'in_progress', content: [] }
      return added(begun) + event('response.content_part.added', { ...at, content_index: 0, part })
    }
    default:
      return added({ ...item, status: 'in_progress', arguments: '' })
  }
}

function deltaEvent(delta: Delta, items: readonly JsonObject[], place: number): string {
  const at = { item_id: items[place]?.id, output_index: place }
  switch (delta.type) {
    case 'reasoning-delta':
      return event('response.reasoning_summary_text.delta', { ...at, summary_index: 0, delta: delta.text })
    case 'text-delta':
      return event('response.output_text.delta', { ...at, content_index: 0, delta: delta.text, logprobs: [] })
    default:
      // The name was sent with the item.
      if (delta.argumentsText === '') return ''
      return event('response.function_call_arguments.delta', { ...at, delta: delta.argumentsText })
  }
}

function placeOf(delta: Delta, items: readonly JsonObject[]): number {
  const first = (type: string) => items.findIndex((item) => item.type === type)
  if (delta.type === 'tool-call-delta') return first('function_call') + delta.index
  return first(delta.type === 'text-delta' ? 'message' : 'reasoning')
}
