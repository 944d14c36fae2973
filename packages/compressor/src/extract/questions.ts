import { oneLine } from '../prune/describe-call.js'
import type { History, Said } from './history.js'
import type { Sentence } from './sentences.js'
import { shapeOf } from './worth.js'

const isQuestion = ({ text }: Sentence) => /[?？]["'”)]*$/.test(text)
const openMatter =
  /\bopen question|\bquestion (?:stays|remains|is) open|\bunclear\b|\bstill need to know|\bnot (?:yet )?(?:sure|clear|decided)\b|\bto be (?:decided|confirmed|clarified)\b|\btbd\b|\bundecided\b|offene frage|frage (?:bleibt|ist) offen|unklar|noch wissen|question ouverte|pas encore clair|pregunta abierta|queda abierta|falta saber|necesito saber|открытый вопрос|неясно|待定|待确认|未定|不清楚|还没(?:有)?定|还需要知道|未決|미정/i

/** Returns the user's questions that were followed by a message of the model, with an excerpt of that message. */
export function resolvedQuestions({ said, dull }: History): readonly string[] {
  return said.flatMap(({ by, sentences }, index) => {
    const answer = said[index + 1]
    if (by !== 'user' || answer?.by !== 'assistant') return []
    const questions = sentences.filter((one) => isQuestion(one) && !dull.has(shapeOf(one.text))).slice(-3)
    return questions.map(({ text }) => `- ${text} Answer: ${oneLine(answer.text, 240)}`)
  })
}

/** Returns open questions: the user's unanswered messages, the model's latest questions, and sentences that call a matter undecided. */
export function pendingAsks({ said }: History): readonly string[] {
  const lastAnswer = said.findLastIndex(({ by }) => by === 'assistant')
  const unanswered = said.slice(lastAnswer + 1).map(({ text }) => oneLine(text, 300))
  const asked = said.slice(lastAnswer).flatMap(questionsOfModel)
  const open = said.flatMap(({ sentences }) => sentences.filter(({ text }) => openMatter.test(text)))
  return [...new Set([...[...open, ...asked].map(({ text }) => text), ...unanswered])].map((line) => `- ${line}`)
}

function questionsOfModel({ by, sentences }: Said): readonly Sentence[] {
  return by === 'assistant' ? sentences.filter(isQuestion) : []
}
