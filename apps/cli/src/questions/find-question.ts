import { StoreError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { QuestionsOfHome } from './with-desk.js'

/**
 * The question with this id, or the open one whose id begins like this.
 * @throws {StoreError} `not-found`, `ambiguous`.
 */
export async function findQuestion({ table, desk }: QuestionsOfHome, reference: string): Promise<Question> {
  const id = reference.toLowerCase()
  const open = await desk.open()
  const exact = await table.get(id)
  if (exact) return exact
  const begun = id === '' ? [] : open.filter((question) => question.id.startsWith(id))
  const [only] = begun
  if (only && begun.length === 1) return only
  if (only) throw new StoreError('ambiguous', `"${id}" fits ${begun.length} open questions: give more of the id.`)
  throw new StoreError('not-found', `There is no question "${id}": see \`hermes questions list\`.`)
}
