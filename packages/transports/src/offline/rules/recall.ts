import { type Rule, type Step, say } from '../rule.js'
import { tidy, unquote } from '../sentence.js'

const pattern =
  /^what\s+(?:did|have|do)\s+(?:i|you)\s+(?:say|said|tell\s+you|told\s+you|remember)(?:\s+(?:so\s+far|before|earlier|to\s+remember))?(?:\s+(?:about|of)\s+(?<topic>.+))?$/i
const longest = 200

export const recall: Rule = {
  example: 'what did I say [about TOPIC]',
  match(sentence) {
    const found = pattern.exec(tidy(sentence))
    return found ? ({ said }) => repeat(said, found.groups?.topic) : undefined
  },
}

function repeat(said: readonly string[], topic: string | undefined): Step {
  const wanted = topic === undefined ? '' : unquote(topic).toLowerCase()
  const found = said.filter((text) => text.toLowerCase().includes(wanted))
  const about = topic === undefined ? '' : ` about ${topic}`
  if (found.length === 0) return say(`You have said nothing${about} in this session before.`)
  const lines = found.map((text, index) => `${index + 1}. ${shorten(text)}`)
  return say(`You said${about}:\n${lines.join('\n')}`)
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  return line.length > longest ? `${line.slice(0, longest).toWellFormed()}…` : line
}
