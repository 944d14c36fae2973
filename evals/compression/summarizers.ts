import { type SectionName, type Summarize, sectionNames } from '@hermes/compressor'
import { rarestSentences } from './stand-in-model.ts'

/** Simulates a model that follows the template and fills it with unusual sentences. */
export const standIn: Summarize = async ({ prompt, maxTokens }) => {
  const [task = '', ...rest] = prompt.split('\n\n')
  const material = unmark(rest.join('\n\n'))
  const sentences = rarestSentences(material, Math.floor(maxTokens * 0.75))
  const filled: readonly SectionName[] = ['Completed Actions', 'Key Decisions', 'Remaining Work', 'Critical Context']
  const shareOf = (name: SectionName) => {
    const index = filled.indexOf(name)
    return index === -1 ? [] : sentences.filter((_, place) => place % filled.length === index)
  }
  return [task && '', ...sectionNames.map((name) => toSection(name, shareOf(name)))].join('\n').trim()
}

/** Does the same without a template. */
export const plainStandIn: Summarize = async ({ prompt, maxTokens }) =>
  rarestSentences(prompt, Math.floor(maxTokens * 0.95)).join('\n')

function toSection(name: SectionName, sentences: readonly string[]): string {
  return `## ${name}\n${sentences.length > 0 ? sentences.map((sentence) => `- ${sentence}`).join('\n') : 'None.'}\n`
}

/** Removes the markers that separate material from instructions. */
function unmark(text: string): string {
  return text.replace(/^(?:[|>] ?|\[[^\]\n]*\]$)/gm, '')
}
