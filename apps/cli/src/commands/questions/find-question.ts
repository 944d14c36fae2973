import { StoreError } from '@hermes/core'
import type { Question } from '@hermes/core/questions'
import type { QuestionsOfHome } from './with-desk.js'

/**
 * Finds a question by its id, or an open one by a unique prefix of its id.
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
  if (only)
    throw new StoreError('ambiguous', `"${id}" matches ${begun.length} open questions: use more characters of the id.`)
  throw new StoreError('not-found', `There is no question "${id}": see \`hermes questions list\`.`)
}
