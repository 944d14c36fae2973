import { type AgentEvent, textOf } from '@hermes/core'
import { toTextPart } from '../items/to-text-part.js'
import { type OutputItem, outputItemId } from '../runs/output/output-items.js'
import type { RunRecord } from '../runs/record/run-record.js'
import type { ResponseEvent } from './response-event-schema.js'
import { toMessageItem } from './response-object.js'
import type { OutputMessage } from './response-schemas.js'

/**
 * Translates the events of a turn into those of OpenAI's streams: each message of the model is an output item. A text that the model had to start again
 * ends as an `incomplete` item, and the new one follows. There are no additional events, because OpenAI's clients fail on unknown ones. The run with the
 * same id has tool calls, questions and notices.
 */
export class ResponseEvents {
  readonly #run: Pick<RunRecord, 'id'>
  #next = 0
  #id = ''
  #text: string | undefined

  constructor(run: Pick<RunRecord, 'id'>) {
    this.#run = run
  }

  of(event: AgentEvent): readonly ResponseEvent[] {
    switch (event.type) {
      case 'text-delta':
        return [...this.#open(), this.#delta(event.text)]
      case 'restart':
        return this.#close('incomplete')
      case 'message-end':
        if (event.message.role !== 'assistant') return []
        if (event.isPartial) return this.#close('incomplete')
        return this.#text === undefined ? this.#whole(textOf(event.message.content)) : this.#close('completed')
      default:
        return []
    }
  }

  /** Returns the remaining events when the turn has ended with these messages. */
  end(items: readonly OutputItem[]): readonly ResponseEvent[] {
    if (this.#text !== undefined) return this.#close('incomplete')
    return this.#next === 0 ? items.flatMap((item) => this.#whole(item.text, item)) : []
  }

  #whole(text: string, { id, status = 'completed' }: Partial<OutputItem> = {}): readonly ResponseEvent[] {
    return text === '' ? [] : [...this.#open(id), this.#delta(text), ...this.#close(status)]
  }

  #open(id = outputItemId(this.#run, this.#next)): readonly ResponseEvent[] {
    if (this.#text !== undefined) return []
    this.#text = ''
    this.#id = id
    const item: OutputMessage = { id, type: 'message', status: 'in_progress', role: 'assistant', content: [] }
    return [
      { type: 'response.output_item.added', output_index: this.#next, item },
      { type: 'response.content_part.added', ...this.#place, part: toTextPart('') },
    ]
  }

  #delta(delta: string): ResponseEvent {
    this.#text = `${this.#text ?? ''}${delta}`
    return { type: 'response.output_text.delta', ...this.#place, delta, logprobs: [] }
  }

  #close(status: 'completed' | 'incomplete'): readonly ResponseEvent[] {
    const text = this.#text
    if (text === undefined) return []
    const events: readonly ResponseEvent[] = [
      { type: 'response.output_text.done', ...this.#place, text, logprobs: [] },
      { type: 'response.content_part.done', ...this.#place, part: toTextPart(text) },
      {
        type: 'response.output_item.done',
        output_index: this.#next,
        item: toMessageItem({ id: this.#id, text, status }),
      },
    ]
    this.#text = undefined
    this.#next += 1
    return events
  }

  get #place() {
    return { item_id: this.#id, output_index: this.#next, content_index: 0 }
  }
}
