import type { RunEnd, RunRecord } from '../record/run-record.js'

/** A message of a response. */
export interface OutputItem {
  readonly id: string
  readonly text: string
  /** `incomplete`: the turn ended in the middle of the message. */
  readonly status: 'completed' | 'incomplete'
}

/** Returns the messages of an ended response, with the ids that they had in its stream. Retracted messages are left out. */
export function outputItems(run: Pick<RunRecord, 'id'>, { texts, withdrawn = [], cut }: RunEnd): readonly OutputItem[] {
  const all = [
    ...texts.map((text) => ({ text, status: 'completed' as const })),
    ...(cut === undefined ? [] : [{ text: cut, status: 'incomplete' as const }]),
  ]
  const numbers = Array.from({ length: all.length + withdrawn.length }, (_, number) => number)
  const kept = numbers.filter((number) => !withdrawn.includes(number))
  return all.map((item, index) => ({ ...item, id: outputItemId(run, kept[index] ?? index) }))
}

/** Returns the response of an item, and its position among the messages that were started. `undefined` for an id that was not created here. */
export function placeOfItem(id: string): { readonly responseId: string; readonly number: number } | undefined {
  const [, part, number] = /^msg_(.+)_(\d{1,6})$/.exec(id) ?? []
  return part === undefined ? undefined : { responseId: `resp_${part}`, number: Number(number) }
}

/** @param number The position among the messages that were started. */
export function outputItemId({ id }: Pick<RunRecord, 'id'>, number: number): string {
  return `msg_${id.replace(/^resp_/, '')}_${number}`
}
